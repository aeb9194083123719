/** The till's page in Electron: one privileged scheme, one host. */
export const APP_SCHEME = "app";
export const APP_HOST = "till";
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_PAGE = `${APP_ORIGIN}/index.html`;
