/** Sizes of window that every screen supports: see "Screens" in docs/contributing.md. */
export const SIZES = ["800x600", "1024x600", "1280x800", "1920x1080", "1080x1920"] as const;
