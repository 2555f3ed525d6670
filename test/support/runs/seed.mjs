// The seed of the property tests: imported first by every process of `npm test`, which says what the seed is (scripts/test.ts).
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: Number(process.env.TEST_SEED) });
