/** The console's script and style sheet as served. */
export function consoleAssets(): { js: string; css: string };
