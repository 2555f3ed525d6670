/** The console's script and style sheet as a browser gets them. */
export function consoleAssets(): { js: string; css: string };
