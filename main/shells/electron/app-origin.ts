/** The till's pages in Electron: one privileged scheme, one host. */
export const APP_SCHEME = "app";
export const APP_HOST = "till";
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_PAGE = `${APP_ORIGIN}/index.html`;
/** What the customer's own window shows: the one page of its session. */
export const CUSTOMER_PAGE = `${APP_ORIGIN}/customer.html`;
/** What a window shows that could not be kept alive: made here, not read from a file. */
export const HELP_PAGE = `${APP_ORIGIN}/help`;
