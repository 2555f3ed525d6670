// Types of browser.js.

/**
 * The device session id for one consumer, which the page's form sends to your back end as `sessionId`. Call it when the page opens, and
 * again when the same page asks about another consumer. It ends after 8 seconds at the latest, with an error where the script is blocked.
 */
export declare function device(baseUrl: string, timeoutMs?: number): Promise<string>;
