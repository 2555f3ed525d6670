/** The fingerprint script as served. */
export function fingerprintScript(): string;
/** The script of the consumer's pages, as served. */
export function consumerScript(): string;
/** The widget, as served. */
export function widgetScript(): string;
