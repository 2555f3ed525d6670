// A small server that speaks the wire of Ideal Postcodes, for development and tests: the homes that it was given, and made-up ones for every
// other postcode. It can also misbehave on request.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UkAddress } from '../../domain/reports/consumer.ts';
import { madeUpAddresses } from '../made-up.ts';
import { authorization, FOUND, NOT_FOUND } from './wire.ts';

export const MISBEHAVIOURS = [
  'none',
  'silent',
  'status-500',
  'no-balance',
  'redirect',
  'not-json',
  'huge',
  'reset',
] as const;
export type Misbehaviour = (typeof MISBEHAVIOURS)[number];

export type IdealPostcodesSimulator = {
  url: string;
  key: string;
  /** The postcodes that it was asked for, in order. */
  asked: string[];
  misbehave(how: Misbehaviour): void;
  close(): Promise<void>;
};

export async function startIdealPostcodesSimulator(
  residents: readonly UkAddress[] = [],
  key = 'ak_simulated',
): Promise<IdealPostcodesSimulator> {
  const asked: string[] = [];
  let how: Misbehaviour = 'none';
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://simulator.invalid');
    const [, postcode] = /^\/v1\/postcodes\/([^/]+)$/.exec(url.pathname) ?? [];
    if (postcode === undefined) return answer(response, 404, { code: 4000, message: 'Not found' });
    if (request.headers.authorization !== authorization(key))
      return answer(response, 401, { code: 4010, message: 'Invalid Key' });
    const wanted = written(decodeURIComponent(postcode));
    asked.push(wanted);
    if (how !== 'none') return misbehaved[how](response);
    const known = residents.filter((home) => home.postcode === wanted);
    const homes = known.length > 0 ? known : madeUpAddresses(wanted);
    if (homes.length === 0)
      return answer(response, 404, { code: NOT_FOUND, message: 'Postcode not found', suggestions: [] });
    const filter = url.searchParams.get('filter')?.split(',') ?? null;
    const result = homes.map((home, at) => filtered(toPaf(home, at), filter));
    const page = { page: 0, limit: 100, total: result.length };
    return answer(response, 200, { code: FOUND, message: 'Success', result, ...page });
  }).listen({ port: 0, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    asked,
    misbehave: (next) => {
      how = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** They take a postcode in any form. */
function written(postcode: string): string {
  return postcode
    .replace(/\s/g, '')
    .toUpperCase()
    .replace(/(\d[A-Z]{2})$/, ' $1');
}

/** A whole address, as they have it: every field is there, and a text that is missing is empty. */
function toPaf(home: UkAddress, at: number): Record<string, string | number> {
  const { subBuildingName = '', buildingName = '', buildingNumber = '', thoroughfare = '' } = home;
  const [outward = '', inward = ''] = home.postcode.split(' ');
  const lines = [subBuildingName, buildingName, `${buildingNumber} ${thoroughfare}`.trim()].filter(
    (line) => line !== '',
  );
  const [one = '', two = '', three = ''] = lines;
  const udprn = 90_000_000 + at;
  const none = Object.fromEntries(EMPTY.map((name) => [name, '']));
  return {
    ...none,
    id: `paf_${udprn}`,
    dataset: 'paf',
    country_iso: 'GBR',
    country_iso_2: 'GB',
    language: 'en',
    country: 'England',
    line_1: one,
    line_2: two,
    line_3: three,
    premise: buildingNumber || buildingName,
    sub_building_name: subBuildingName,
    building_name: buildingName,
    building_number: buildingNumber,
    thoroughfare,
    post_town: home.townOrCity.toUpperCase(),
    postcode: home.postcode,
    postcode_outward: outward,
    postcode_inward: inward,
    postcode_type: 'S',
    delivery_point_suffix: '1A',
    udprn,
    longitude: 0,
    latitude: 51.5,
    eastings: 500_000,
    northings: 200_000,
  };
}

const EMPTY = [
  ...['dependant_locality', 'double_dependant_locality', 'dependant_thoroughfare', 'po_box', 'county'],
  ...['department_name', 'organisation_name', 'umprn', 'uprn', 'su_organisation_indicator', 'county_code'],
  ...['administrative_county', 'postal_county', 'traditional_county', 'district', 'ward'],
];

function filtered(address: Record<string, string | number>, filter: readonly string[] | null) {
  if (filter === null) return address;
  return Object.fromEntries(Object.entries(address).filter(([name]) => filter.includes(name)));
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const misbehaved: Record<Exclude<Misbehaviour, 'none'>, (response: ServerResponse) => void> = {
  silent: () => {},
  'status-500': (response) => answer(response, 500, { code: 5000, message: 'Error' }),
  'no-balance': (response) => answer(response, 402, { code: 4020, message: 'Key balance depleted' }),
  redirect: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'not-json': (response) => void response.writeHead(200).end('<html>'),
  huge: (response) => answer(response, 200, { code: FOUND, result: ['x'.repeat(1024 * 1024)] }),
  reset: (response) => void response.socket?.destroy(),
};
