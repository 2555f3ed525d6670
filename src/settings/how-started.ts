// How people start the service and its commands: by npm in the project, by npx where it was installed as a package.
const isInstalled = import.meta.dirname.includes('node_modules');

export const START = isInstalled ? 'npx trefoil start' : 'npm start';
export const COMMAND = isInstalled ? 'npx trefoil' : 'npm run trefoil --';
/** Without what npm itself prints, for a shell that reads it. */
export const QUIET_COMMAND = isInstalled ? 'npx trefoil' : 'npm run -s trefoil --';
