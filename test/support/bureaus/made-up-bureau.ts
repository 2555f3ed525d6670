// An invented bureau, as its folder would be: settings, adapter, simulator and entry, with a small JSON wire format. It is the
// fourth bureau of the tests: what runs over the registry must run over this entry without a change.
import { type Adapter, CallFailed, type Enquiry } from '../../../src/bureaus/bureau.ts';
import type { AdapterNeeds, BureauEntry } from '../../../src/bureaus/entry.ts';
import type { RegisteredBureau } from '../../../src/bureaus/index.ts';
import { outcomeOfStatus } from '../../../src/bureaus/reading/soap.ts';
import { createSorting } from '../../../src/bureaus/reading/whose.ts';
import {
  accountNumber,
  at,
  isoDate,
  londonInstant,
  many,
  wholeNumber,
  wholePounds,
  wireText,
  yesNo,
} from '../../../src/bureaus/reading/wire-values.ts';
import { dialectOf } from '../../../src/bureaus/simulation/dialect.ts';
import type { SimulatedQuestion } from '../../../src/bureaus/simulation/population/simulated-file.ts';
import type { Simulator, SimulatorNeeds } from '../../../src/bureaus/simulation/simulator.ts';
import { given } from '../../../src/domain/given.ts';
import type { BureauFile, FileAccount } from '../../../src/domain/reports/bureau-file.ts';
import type { Consumer, UkAddress } from '../../../src/domain/reports/consumer.ts';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  type BureauId,
  COMPANY_TYPES,
} from '../../../src/domain/reports/credit-report.ts';
import { optional, setting, text, type Values, webAddress } from '../../../src/settings/setting.ts';

/** Not among the ids of the domain, which only a migration could extend. */
const ID = 'tansy' as string as BureauId;

const SETTINGS = {
  TANSY_URL: optional('Tansy: the address of the search.', webAddress),
  TANSY_STATUS_URL: optional('Tansy: the address of its status page.', webAddress),
  TANSY_PASSWORD: optional('Tansy: password.', text, true),
  TANSY_PURPOSE: setting('Tansy: purpose of the search.', 'soft', text),
  TANSY_CERTIFICATE_FILE: optional('Tansy: client certificate.', text),
  TANSY_KEY_FILE: optional('Tansy: key of that certificate.', text),
  TANSY_CA_FILE: optional('Tansy: authority to trust.', text),
} as const;

type TansySettings = Values<typeof SETTINGS>;

const RATES = {
  numberMissing: 10,
  numberMasked: 10,
  nameMissing: 5,
  balanceSuppressed: 5,
  startBalanceZero: 5,
  searchNameless: 10,
};

const ENTRY: BureauEntry<TansySettings> = {
  id: ID,
  settings: SETTINGS,
  settingsProblems: ({ TANSY_PURPOSE: purpose }) =>
    purpose === 'soft' ? [] : ['TANSY_PURPOSE is not a soft search.'],
  createAdapter,
  createSimulator,
  simulatedSettings: (baseUrl) => ({ TANSY_URL: `${baseUrl}/search`, TANSY_PASSWORD: 'simulated-password' }),
  searchRoom: { names: 1, addresses: 1 },
  syntheticReference: (int) => `TAN/${int(100_000, 999_999)}`,
  distortion: { lenderSuffixes: [' ~T~'], rates: { mild: RATES, default: RATES, harsh: RATES } },
};

/** Cast, because the registry's type only knows the settings of the registered bureaus. */
export const MADE_UP = ENTRY as unknown as RegisteredBureau;

function createAdapter({ call, settings }: AdapterNeeds<TansySettings>): Adapter {
  return {
    async search({ reportId, consumer }) {
      const reply = await call({
        url: settings.TANSY_URL ?? '',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-password': settings.TANSY_PASSWORD ?? '' },
        body: JSON.stringify({ ref: reportId, ...toQuestion(consumer) }),
      });
      if (reply.status !== 200) throw new CallFailed(outcomeOfStatus(reply.status), 'an HTTP error', true);
      const tree = parse(reply.text);
      switch (at(tree, 'result')) {
        case 'none':
          return { status: 'no-trace' };
        case 'several':
          return { status: 'ambiguous-address' };
        case 'one':
          return { status: 'ok', file: toFile(tree, { reportId, consumer }) };
        default:
          throw unreadable('no result');
      }
    },
  };
}

function toQuestion({ firstName, lastName, dateOfBirth, addresses }: Consumer): SimulatedQuestion {
  const home = addresses[0]?.ukAddress;
  const premises = [home?.subBuildingName, home?.buildingName, home?.buildingNumber];
  return {
    forename: firstName,
    surname: lastName,
    dateOfBirth,
    postcode: home?.postcode ?? '',
    premises: premises.filter((part) => part !== undefined),
  };
}

function toFile(tree: unknown, { reportId, consumer }: Enquiry): BureauFile {
  if (at(tree, 'ref') !== reportId || isoDate(at(tree, 'born')) !== consumer.dateOfBirth) {
    throw unreadable('somebody else');
  }
  const sorting = createSorting(consumer);
  const isOwn = (account: unknown) =>
    sorting.own('accounts', {
      mark: at(account, 'isOther') === true ? 'other' : 'own',
      firstName: wireText(at(account, 'holder', 'forename')),
      lastName: wireText(at(account, 'holder', 'surname')),
    }) !== null;
  return {
    bureau: ID,
    accounts: many(tree, 'accounts')
      .filter(isOwn)
      .map((account, index) => toAccount(account, `acc-${index}`)),
    searches: many(tree, 'searches').flatMap((search, index) => {
      const date = londonInstant(at(search, 'at'));
      const companyName = wireText(at(search, 'companyName')) ?? 'Company';
      return date === undefined ? [] : [{ ref: `search-${index}`, companyName, date, isDateOnly: false }];
    }),
    residencies: many(tree, 'homes').flatMap((home, index) => {
      const address = toAddress(at(home, 'address'));
      const monthsAtAddress = wholeNumber(at(home, 'monthsAtAddress'), 1_200);
      return address === undefined
        ? []
        : [{ address, isCurrent: index === 0, ...given({ monthsAtAddress }) }];
    }),
    ...given({ leftOut: sorting.leftOut() }),
  };
}

function toAccount(account: unknown, ref: string): FileAccount {
  return {
    ref,
    accountType: oneOf(ACCOUNT_TYPES, at(account, 'type')) ?? 'other',
    accountStatus: oneOf(ACCOUNT_STATUSES, at(account, 'status')) ?? 'unknown',
    ...given({
      title: wireText(at(account, 'holder', 'title')),
      firstName: wireText(at(account, 'holder', 'forename')),
      lastName: wireText(at(account, 'holder', 'surname')),
      accountNumber: accountNumber(at(account, 'accountNumber')),
      companyType: oneOf(COMPANY_TYPES, at(account, 'lenderType')),
      companyName: wireText(at(account, 'lenderName')),
      balance: wholePounds(at(account, 'balancePounds')),
      payment: wholePounds(at(account, 'paymentPounds')),
      startDate: isoDate(at(account, 'startDate')),
      lastUpdated: isoDate(at(account, 'lastUpdated')),
      isJoint: yesNo(at(account, 'isJoint')),
    }),
  };
}

function toAddress(address: unknown): UkAddress | undefined {
  const part = (name: string) => wireText(at(address, name));
  const [townOrCity, postcode] = [part('townOrCity'), part('postcode')];
  if (townOrCity === undefined || postcode === undefined) return undefined;
  const premises = {
    subBuildingName: part('subBuildingName'),
    buildingName: part('buildingName'),
    buildingNumber: part('buildingNumber'),
    thoroughfare: part('thoroughfare'),
  };
  return { ...given(premises), townOrCity, postcode };
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw unreadable('not JSON');
  }
}

function unreadable(why: string): CallFailed {
  return new CallFailed('unavailable', why, true);
}

function createSimulator({ people, dialect = 'by-person' }: SimulatorNeeds): Simulator {
  const json = (status: number, value: unknown) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });
  return {
    handle({ headers, body }) {
      if (headers['x-password'] !== 'simulated-password') return json(401, {});
      const { ref, ...question } = JSON.parse(body) as SimulatedQuestion & { ref: string };
      const found = people.find(question);
      if (found.kind !== 'found')
        return json(200, { ref, result: found.kind === 'nobody' ? 'none' : 'several' });
      const { person, accounts, searches } = found.file;
      const others = dialectOf(dialect, person) === 'others' ? (found.others?.() ?? []) : [];
      const onWire = [
        ...accounts.map(({ agreementId: _, history: __, ...account }) => account),
        ...others.flatMap(({ accounts: theirs }) => theirs.map((account) => ({ ...account, isOther: true }))),
      ];
      return json(200, {
        ref,
        result: 'one',
        born: person.dateOfBirth,
        accounts: onWire,
        searches,
        homes: person.addresses,
      });
    },
    fault: () => json(400, {}),
  };
}
