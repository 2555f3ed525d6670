// The TransUnion simulator: it writes what the public schema requires, in its order, in every dialect, and refuses what the schema
// refuses. The schema itself is not in this repository: what it asks for is written down here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_BUREAU_SETTINGS } from '../../../test/support/bureaus/bureau-bench.ts';
import { consumerLike, HOME, peopleOf, WRENS_ACCOUNTS } from '../../../test/support/bureaus/bureau-people.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import { many } from '../reading/wire-values.ts';
import { readXml } from '../reading/xml.ts';
import { DIALECTS, type Dialect } from '../simulation/dialect.ts';
import type { SimulatedAccount, SimulatedBureau } from '../simulation/population/simulated-file.ts';
import { toSearchRequest } from './request.ts';
import { createTransunionSimulator, simulatedTransunionSettings } from './simulator.ts';

const PATH = '/Services/CallReport/callreport7.asmx';
const HERS = peopleOf('transunion');
const LENT: SimulatedAccount = {
  ...(WRENS_ACCOUNTS[0] as SimulatedAccount),
  type: 'short-term-loan',
  startDate: '2026-09-20',
  startBalancePounds: 300,
  balancePounds: 210,
};
/** She has a short-term loan that runs, too. */
const people: SimulatedBureau = {
  find(question) {
    const found = HERS.find(question);
    if (found.kind !== 'found') return found;
    return { ...found, file: { ...found.file, accounts: [...found.file.accounts, LENT] } };
  },
};
const settings = { ...DEFAULT_BUREAU_SETTINGS, ...simulatedTransunionSettings('http://127.0.0.1') };

async function replyTo(dialect: Dialect, changes: Partial<Consumer> = {}, change = (text: string) => text) {
  const simulator = createTransunionSimulator({
    people,
    nowMs: () => Date.UTC(2026, 10, 17),
    dialect,
  });
  const { envelope } = toSearchRequest(settings, 'report-1', consumerLike(changes));
  const headers = { soapaction: '"urn:callcredit.co.uk/soap:callreport7/Search07a"' };
  const reply = await simulator.handle({ method: 'POST', path: PATH, headers, body: change(envelope) });
  return { status: reply.status, text: String(reply.body) };
}

/** Names in their order; `!` where the schema requires one. Elements that are not named here may not occur. */
const ORDERS: Record<string, string> = {
  SearchResult: 'jobdetails payload yourreference creditrequest picklist creditreport',
  picklist: '@maxaddressitems! @maxnameitems! @picklist! @regenerated applicant!',
  fullmatch: '@selected addressmatch! name',
  creditreport: '@searchid! @linktype! applicant!',
  summary: 'searches judgments bais notices! links cifas rtr share summaryaddress! address!',
  share:
    'totalaccounts! totalactiveaccs totalsettledaccs totalopened6months! totaldefaults12months! totaldefaults36months!',
  addressconf: '@pafvalid address resident',
  resident: '@matchtype! @currentname! @declaredalias! name duration startdate enddate ervalid! erhistory',
  search:
    'searchref! searchorgtype! searchorgname ownsearch! subsequentenquiry! searchpurpose! jointapplication! searchdate name dob',
  link: '@from! @to! creationdate! lastconfdate! supplierdetails!',
  associatelink: '@declaredaddress! @oiaid navlinkid name creationdate! lastconfdate! supplierdetails!',
  oia: '@searchid! @oiaid @reporttype! @reporttitle searches accs',
  acc: 'supplierdetails! accholderdetails! default delinquent acchistory! accdetails!',
  accholderdetails: 'name address dob statuscode! startdate enddate',
  default: 'defdate origdefbal! termbal defsatdate',
  ah: '@m! @acc! @pay',
  rtr: 'hasupdates account',
  account:
    '@updated! holder! orgtypecode! orgname accnum acctypecode! balance! limit startdate enddate accstatuscode! repayfreqcode numoverdue rollover! creditext! changepay! nextpayamount',
  accdetails:
    'accno joint! status! dateupdated acctypecode accgroupid currencycode! balance limit openbalance arrstartdate paystartdate accstartdate accenddate regpayment repayperiod repayfreqcode! lumppayment',
};

/** Every element below, with its name. */
function* elementsOf(tree: unknown): Generator<[name: string, element: object]> {
  if (typeof tree !== 'object' || tree === null) return;
  for (const name of Object.keys(tree)) {
    if (name === 'creditrequest' || name === 'payload') continue;
    for (const element of many(tree, name)) {
      if (typeof element === 'object' && element !== null) yield [name, element];
      yield* elementsOf(element);
    }
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: every element has what the schema requires, in its order`, async () => {
    const { status, text } = await replyTo(dialect);
    assert.equal(status, 200);
    const seen = new Set<string>();
    for (const [name, element] of elementsOf(await readXml(text))) {
      // Of the summary, `searches` and the like are counts with names of their own.
      const order = ORDERS[name]?.split(' ');
      if (order === undefined) continue;
      seen.add(name);
      const keys = Object.keys(element).filter((key) => key !== '#text');
      const names = order.map((one) => one.replace('!', ''));
      const places = keys.filter((key) => !key.startsWith('@')).map((key) => names.indexOf(key));
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
        `${name}: ${keys}`,
      );
      assert.ok(
        keys.every((key) => names.includes(key)),
        `${name}: ${keys}`,
      );
      for (const one of order.filter((word) => word.endsWith('!'))) {
        assert.ok(keys.includes(one.slice(0, -1)), `${name} without ${one}`);
      }
    }
    for (const name of ['acc', 'ah', 'search', 'resident', 'fullmatch', 'rtr', 'account'])
      assert.ok(seen.has(name), name);
    assert.equal(seen.has('oia') && seen.has('associatelink'), dialect === 'others');
    assert.equal(text.includes('<payload>'), dialect === 'others', 'what nobody knows');
    assert.equal(seen.has('summary'), dialect !== 'thin');
    assert.match(text, /<domicileid>\d{8}<\/domicileid>/);
  });
}

test('real-time accounts come where the mask asks for them, and stand among the accounts too', async () => {
  const loans = (text: string) => [
    text.match(/<rtr><account /g)?.length ?? 0,
    text.match(/<accstartdate>2026-09-20/g)?.length ?? 0,
  ];
  assert.deepEqual(loans((await replyTo('ordinary')).text), [1, 1]);
  const without = (text: string) => text.replace('datasets="511"', 'datasets="255"');
  assert.deepEqual(loans((await replyTo('ordinary', {}, without)).text), [0, 1]);
});

const REFUSED: Record<string, (text: string) => string> = {
  'a long town': (text) => text.replace('>Nether Applewick<', `>${'N'.repeat(26)}<`),
  'a surname of one letter': (text) => text.replace(/<surname>[^<]*/, '<surname>O'),
  'an unknown element': (text) => text.replace('<postcode>', '<county>Brackenshire</county><postcode>'),
  'another order': (text) => text.replace(/(<street1>.*?<\/street1>)(<posttown>.*?<\/posttown>)/, '$2$1'),
  'no data sets': (text) => text.replace(/ datasets="\d+"/, ''),
  'four addresses': (text) => text.replace(/<address>.*?<\/address>/, (one) => one.repeat(4)),
};

test('what the schema refuses is refused with its words', async () => {
  assert.equal((await replyTo('ordinary', { addresses: [{ ukAddress: HOME }] })).status, 200);
  for (const [what, change] of Object.entries(REFUSED)) {
    const { status, text } = await replyTo('ordinary', {}, change);
    assert.equal(status, 500, what);
    assert.match(text, /soap:Client.*Schema validation failed/, what);
  }
});
