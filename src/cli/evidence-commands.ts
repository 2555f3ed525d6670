// Commands on files alone: they open no database and read no settings, so they run on any machine that has the program.
import { readFileSync, statSync } from 'node:fs';
import { type KnownKey, PACK_BYTES_MAX, PackRefused, verifyPack } from '../usecases/evidence/verify-pack.ts';
import { type Command, CommandRefused, type Given, type Output, optional } from './command.ts';
import { LedgerBroken } from './commands.ts';

export const FILE_COMMANDS: Command<null>[] = [
  {
    name: 'evidence verify',
    operands: ['<zip>'],
    options: [optional('keys', 'a file with the keys of /.well-known/evidence-keys.json')],
    help: 'Verify an evidence pack, without a database. Exit code 1 with the name of what is wrong.',
    run: async (_tools, { operands, options }: Given): Promise<Output> => {
      const known = options.keys === undefined ? null : readKeys(options.keys);
      return verifyFile(operands[0] ?? '', known);
    },
  },
];

function verifyFile(path: string, known: KnownKey[] | null): Output {
  try {
    const { manifest, manifestSha256, kid, isKeyKnown } = verifyPack(readPack(path), known);
    const { creditReportId, tenantId, test, issuedAt, absent } = manifest;
    const whose = isKeyKnown
      ? `Signed by the key ${kid}, which is among the keys given and was in use.`
      : `Signed by the key ${kid}. Whose key this is was not checked: give --keys, or compare it with ${manifest.key.publishedAt}.`;
    return {
      say: [
        `The pack is whole and as it was signed: ${test ? 'test ' : ''}credit report ${creditReportId} of tenant ${tenantId}, issued ${issuedAt}.`,
        whose,
        `Its manifest is in the audit log of the tenant as ${manifestSha256}.`,
        ...absent.map(({ name, reason }) => `Without ${name}: ${reason}`),
      ].join('\n'),
      data: { isValid: true, manifestSha256, isKeyKnown, manifest },
    };
  } catch (error) {
    if (!(error instanceof PackRefused)) throw error;
    const { problem, file, message } = error;
    throw new LedgerBroken({ rows: [{ problem, file }] }, `The pack is refused. ${message}`);
  }
}

function readPack(path: string): Buffer {
  try {
    if (statSync(path).size > PACK_BYTES_MAX) throw new PackRefused('too-large');
    return readFileSync(path);
  } catch (error) {
    if (error instanceof PackRefused) throw error;
    throw new CommandRefused('The file cannot be read.');
  }
}

function readKeys(path: string): KnownKey[] {
  try {
    const { keys } = JSON.parse(readFileSync(path, 'utf8')) as { keys: KnownKey[] };
    if (
      keys.every(({ kid, x, activeFrom }) => [kid, x, activeFrom].every((text) => typeof text === 'string'))
    )
      return keys;
  } catch {} // Said below.
  throw new CommandRefused('--keys must be a file as /.well-known/evidence-keys.json answers it.');
}
