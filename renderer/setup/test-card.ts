/** What the test card says: as long as a payment's link, so that the code is as fine as one. */
export const TEST_CARD = "Till test card: this screen can be read by a phone.";
