import { buildGallery } from "../scripts/gallery.mjs";

/** Runs before the pictures are compared. */
export default buildGallery;
