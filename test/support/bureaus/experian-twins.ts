// Experian's twins, changed at one place: what the adapter makes of them.
import assert from 'node:assert/strict';
import type { BureauFile } from '../../../src/domain/reports/bureau-file.ts';
import type { Consumer } from '../../../src/domain/reports/consumer.ts';
import { answerToTwin, readTwin, type TwinRead } from './wire-twins.ts';

// biome-ignore lint/suspicious/noExplicitAny: a reply is a tree of unknown shape, and each test changes another place of it
export type Tree = any;
export type Change = (output: Tree) => void;

export async function readChanged(
  twin: string,
  consumer: Consumer,
  change: Change = () => {},
): Promise<TwinRead> {
  const reply: Tree = JSON.parse(readTwin(`experian-${twin}.json`));
  change(reply.Output);
  return answerToTwin('experian', JSON.stringify(reply), { reportId: `wires-ex-${twin}`, consumer });
}

export async function fileOf(twin: string, consumer: Consumer, change?: Change): Promise<BureauFile> {
  const { answer } = await readChanged(twin, consumer, change);
  assert.ok(answer.status === 'ok', answer.status);
  return answer.file;
}

export const blocks = (output: Tree): Tree => output.FullConsumerData.ConsumerData;
export const firstAccount = (output: Tree): Tree => blocks(output).CAIS[0].CAISDetails[0];
export const pounds = (amount: number) => ({ amount: amount * 100, currency: 'GBP' });
