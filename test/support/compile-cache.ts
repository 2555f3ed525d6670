// Where Node keeps compiled modules for the test files and for every process that they start: half of what a start costs is compiling.
import { join } from 'node:path';

export const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../.cache/compiled');
