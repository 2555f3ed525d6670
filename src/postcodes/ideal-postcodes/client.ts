// Asks Ideal Postcodes: one try, one deadline, a bounded reply. Whatever goes wrong is `unanswered`, without a log line: a postcode is part of
// where somebody lives.
import type { UkAddress } from '../../domain/reports/consumer.ts';
import { shownAddress } from '../../domain/shown/report-words.ts';
import { createExchange } from '../../outbound/exchange.ts';
import type { AddressFinder, FoundAddresses } from '../finder.ts';
import { authorization, FIELDS, NOT_FOUND, type PafAddress, readAddresses } from './wire.ts';

const REPLY_BYTES_MAX = 512 * 1024;
const CONNECTIONS_MAX = 20;

export function createIdealPostcodes(needs: { url: string; key: string; deadlineMs: number }): AddressFinder {
  const { exchange, close } = createExchange({
    connectMs: needs.deadlineMs,
    deadlineMs: needs.deadlineMs,
    replyBytesMax: REPLY_BYTES_MAX,
    connectionsMax: CONNECTIONS_MAX,
  });
  const headers = { accept: 'application/json', authorization: authorization(needs.key) };
  return {
    async find(postcode) {
      const path = `/v1/postcodes/${encodeURIComponent(postcode)}?filter=${FIELDS.join(',')}`;
      const outcome = await exchange({ url: `${needs.url}${path}`, method: 'GET', headers });
      if (outcome.kind !== 'reply') return { kind: 'unanswered' };
      return read(outcome.status, outcome.bytes);
    },
    close,
  };
}

function read(status: number, bytes: Buffer): FoundAddresses {
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { kind: 'unanswered' };
  }
  if (status === 404 && (body as { code?: unknown } | null)?.code === NOT_FOUND) return { kind: 'none' };
  const found = status === 200 ? readAddresses(body) : null;
  if (found === null) return { kind: 'unanswered' };
  const homes = found.filter(isHome).map(toAddress);
  return homes.length === 0 ? { kind: 'none' } : { kind: 'found', addresses: homes };
}

/** Nobody lives in a box of a post office, and a bureau needs a building. */
function isHome(one: PafAddress): boolean {
  return one.po_box === '' && one.post_town !== '' && (one.building_number || one.building_name) !== '';
}

function toAddress(one: PafAddress): UkAddress {
  const { sub_building_name: flat, building_name: name, building_number: number } = one;
  const street = [one.dependant_thoroughfare, one.thoroughfare].filter((part) => part !== '').join(', ');
  return {
    ...(flat !== '' && { subBuildingName: flat }),
    ...(name !== '' && { buildingName: name }),
    ...(number !== '' && { buildingNumber: number }),
    thoroughfare: street === '' ? one.dependant_locality : street,
    // The file has towns in capitals.
    townOrCity: shownAddress(one.post_town),
    postcode: one.postcode,
  };
}
