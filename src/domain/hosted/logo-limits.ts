// The limits of a logo, apart from what reads one, so that the console knows them too.
export const LOGO_PIXELS_MAX = 512;
/** Of the file as it is given. */
export const LOGO_BYTES_MAX = 256 * 1024;
