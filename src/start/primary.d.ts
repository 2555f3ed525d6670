// The types of primary.js, which is plain JavaScript.
/** The service as one process, or as the primary of several. `serve` runs the service in this process. */
export function start(serve: () => Promise<void>, env?: Record<string, string | undefined>): Promise<void>;
export function countWorkers(env: Record<string, string | undefined>): number;
