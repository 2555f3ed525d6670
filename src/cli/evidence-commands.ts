// Commands on files alone: they open no database and read no settings, so they run on any machine that has the program.
import { readFileSync, statSync } from 'node:fs';
import { type KnownKey, PACK_BYTES_MAX, PackRefused, verifyPack } from '../usecases/evidence/verify-pack.ts';
import { type Command, CommandRefused, type Given, type Output, required } from './command.ts';
import { LedgerBroken } from './commands.ts';

export const FILE_COMMANDS: Command<null>[] = [
  {
    name: 'evidence verify',
    operands: ['<zip>'],
    options: [
      required('keys', 'a file with the keys of /.well-known/evidence-keys.json, from the service itself'),
    ],
    help: "Verify an evidence pack by the service's keys, without a database. Exit code 1 with the name of what is wrong.",
    run: async (_tools, { operands, options }: Given): Promise<Output> =>
      verifyFile(operands[0] ?? '', readKeys(options.keys ?? '')),
  },
];

function verifyFile(path: string, known: KnownKey[]): Output {
  try {
    const { manifest, manifestSha256, kid } = verifyPack(readPack(path), known);
    const { creditReportId, tenantId, test, issuedAt, absent } = manifest;
    return {
      say: [
        `The pack is whole and as it was signed: ${test ? 'test ' : ''}credit report ${creditReportId} of tenant ${tenantId}, issued ${issuedAt}.`,
        `Signed by the key ${kid}, which is among the keys given and was in use.`,
        `Its manifest is in the audit log of the tenant as ${manifestSha256}.`,
        ...absent.map(({ name }) => `Without ${name}: the manifest says why.`),
      ].join('\n'),
      data: { isValid: true, manifestSha256, manifest },
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
