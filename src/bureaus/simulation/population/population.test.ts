import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'postcode';
import { monthNumber } from '../../../domain/days/months.ts';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  BUREAU_IDS,
  COMPANY_TYPES,
} from '../../../domain/reports/credit-report.ts';
import { DISTORTION_LEVELS } from './distortion.ts';
import { HOUSE_BUYERS, HOUSES } from './habits/houses.ts';
import { DEBT_BUYERS, LENDERS } from './lenders.ts';
import { statusOf } from './payments.ts';
import { PERSONAS } from './personas.ts';
import { createPopulation } from './population.ts';
import type { SimulatedPerson, SimulatedQuestion } from './simulated-file.ts';

const TODAY = '2026-03-31';
const population = createPopulation({ seed: 'test', size: 10_000, today: TODAY });
const some = Array.from({ length: 400 }, (_, index) => index * 25);

// Files are dear to make, and several tests look at the same ones.
const filesOf = (from: typeof population) =>
  some.flatMap((index) => BUREAU_IDS.map((id) => from.file(id, index)));
const files = filesOf(population);
const accountsOfEveryLevel = DISTORTION_LEVELS.flatMap((distortion) =>
  filesOf(createPopulation({ seed: 'values', distortion, today: TODAY })).flatMap(
    (file) => file?.accounts ?? [],
  ),
);

const questionOf = (person: SimulatedPerson, home = 0): SimulatedQuestion => {
  const { address } = person.addresses[home]!;
  return {
    forename: person.forename,
    surname: person.surname,
    dateOfBirth: person.dateOfBirth,
    postcode: address.postcode,
    premises: [address.subBuildingName, address.buildingName, address.buildingNumber].filter(
      (part) => part !== undefined,
    ),
  };
};

test('the same seed, level and day give the same people and files, and another seed gives others', () => {
  const again = createPopulation({ seed: 'test', size: 10_000, today: TODAY });
  const other = createPopulation({ seed: 'other', size: 10_000, today: TODAY });
  const all = (from: typeof population) =>
    some
      .slice(0, 100)
      .map((index) => [from.person(index), from.truth(index), BUREAU_IDS.map((id) => from.file(id, index))]);
  assert.deepEqual(all(again), all(population));
  assert.notDeepEqual(all(other), all(population));
});

test('ten thousand people live at postcodes that are well formed, invented and unique', () => {
  const seen = new Set<string>();
  for (let index = 0; index < population.size; index += 1) {
    for (const { address } of population.person(index).addresses) {
      assert.equal(parse(address.postcode).valid, true, address.postcode);
      assert.match(address.postcode, /^Z(?!E)[A-Z]\d/);
      assert.ok(!seen.has(address.postcode));
      seen.add(address.postcode);
    }
  }
});

test('every person is found under each address, by every bureau that has a file', () => {
  for (const [at, index] of some.entries()) {
    const person = population.person(index);
    for (const [which, bureau] of BUREAU_IDS.entries()) {
      const file = files[at * BUREAU_IDS.length + which];
      for (const home of person.addresses.keys()) {
        const answer = population.bureau(bureau).find(questionOf(person, home));
        assert.deepEqual(answer.kind === 'found' ? answer.file : null, file);
      }
    }
  }
});

test('a name is found whatever its case, accents, spaces, hyphens and apostrophes', () => {
  const greta = PERSONAS[6]!.person;
  const bureau = population.bureau('experian');
  for (const surname of ["o'finchley-moss", 'OFINCHLEY MOSS', 'O’Finchley‑Möss', ' o finchleymoss ']) {
    assert.equal(bureau.find({ ...questionOf(greta), surname }).kind, 'found', surname);
  }
});

test('a house number is found with leading zeros and in any field, a postcode in any spacing', () => {
  const bureau = population.bureau('equifax');
  const ada = questionOf(PERSONAS[0]!.person);
  const felix = questionOf(PERSONAS[5]!.person);
  for (const premises of [['12'], ['0012'], ['', ' 12 '], ['No 12']]) {
    assert.equal(bureau.find({ ...ada, premises, postcode: 'zz11aa' }).kind, 'found', premises.join('|'));
  }
  for (const premises of [['Flat 4', 'Curlew Court'], ['4 CURLEW COURT'], ['FLAT 04', 'curlew court', '']]) {
    assert.equal(bureau.find({ ...felix, premises }).kind, 'found', premises.join('|'));
  }
});

test('other people are on file at an address, none of whom could be taken for the person', () => {
  for (const index of some) {
    const person = population.person(index);
    const found = population.bureau('experian').find(questionOf(person));
    if (found.kind !== 'found') continue;
    const others = found.others?.() ?? [];
    assert.deepEqual(
      others.map(({ relation }) => relation),
      ['associate', 'family', 'stranger'],
    );
    for (const { relation, person: other, accounts } of others) {
      assert.equal(accounts.length, 1);
      assert.notEqual(other.forename[0], person.forename[0]);
      assert.notEqual(other.dateOfBirth.slice(0, 4), person.dateOfBirth.slice(0, 4));
      assert.equal(other.surname === person.surname, relation === 'family');
    }
  }
});

test('about one person in fifty has a record under a mistyped birthday, the same at every bureau', () => {
  const people = Array.from({ length: 1_000 }, (_, index) => index).filter((index) => !PERSONAS[index]);
  const mistyped = people.filter((index) =>
    population.truth(index).agreements.some(({ mistypedBirthday }) => mistypedBirthday !== undefined),
  );
  assert.ok(mistyped.length >= 8 && mistyped.length <= 40, `${mistyped.length}`);
  for (const index of mistyped) {
    const { dateOfBirth } = population.person(index);
    const typed = population.truth(index).agreements.flatMap((one) => one.mistypedBirthday ?? []);
    assert.ok(typed.every((day) => day !== dateOfBirth && day.slice(0, 4) === dateOfBirth.slice(0, 4)));
  }
});

test('a block without its flat is ambiguous and comes with candidates', () => {
  const answer = population
    .bureau('transunion')
    .find({ ...questionOf(PERSONAS[5]!.person), premises: ['Curlew Court'] });
  assert.ok(answer.kind === 'ambiguous' && answer.candidates.length > 1);
  assert.ok(answer.candidates.some((address) => address.subBuildingName === 'Flat 4'));
});

test('another name, birthday, house, flat or postcode does not match', () => {
  const bureau = population.bureau('experian');
  const ada = questionOf(PERSONAS[0]!.person);
  const felix = questionOf(PERSONAS[5]!.person);
  const wrong: SimulatedQuestion[] = [
    { ...ada, surname: 'Hazelwack' },
    { ...ada, forename: 'Adam' },
    { ...ada, dateOfBirth: '1985-12-04' },
    { ...ada, premises: ['13'] },
    { ...ada, postcode: 'ZZ1 9ZZ' },
    { ...ada, postcode: 'not one' },
    { ...felix, premises: ['Flat 5', 'Curlew Court'] },
  ];
  assert.deepEqual(
    wrong.map((question) => bureau.find(question).kind),
    wrong.map(() => 'nobody'),
  );
});

test('personas are the same for every seed and on file at every bureau', () => {
  const other = createPopulation({ seed: 'quite another', today: TODAY, distortion: 'harsh' });
  for (const [index, { person, about }] of PERSONAS.entries()) {
    assert.ok(about.length > 20);
    assert.deepEqual(other.person(index), person);
    assert.ok(BUREAU_IDS.every((id) => other.bureau(id).find(questionOf(person)).kind === 'found'));
  }
});

test('files hold only values of our lists, whole pounds and days up to today', () => {
  for (const account of accountsOfEveryLevel) {
    assert.ok(ACCOUNT_TYPES.includes(account.type) && ACCOUNT_STATUSES.includes(account.status));
    assert.ok(COMPANY_TYPES.includes(account.lenderType));
    const pounds = [account.balancePounds, account.startBalancePounds, account.paymentPounds];
    assert.ok(pounds.every((amount) => amount === undefined || (Number.isInteger(amount) && amount >= 0)));
    const days = [account.startDate, account.endDate, account.defaultDate, account.lastUpdated];
    assert.ok(days.every((day) => day === undefined || (/^\d{4}-\d\d-\d\d$/.test(day) && day <= TODAY)));
    assert.ok(account.history.length >= 1 && account.history.length <= 72);
  }
});

test('a history ends with the status, starts with the agreement, and turns on the days of default and end', () => {
  for (const account of accountsOfEveryLevel) {
    const { status, startDate, endDate, defaultDate, lastUpdated, history, balancePounds } = account;
    const newest = monthNumber(lastUpdated);
    const about = JSON.stringify(account);
    assert.equal(statusOf(history[0]), status, about);
    // An older copy bears the start that the newest record has, which may be after it.
    if (startDate <= lastUpdated) {
      assert.ok(history.length <= newest - monthNumber(startDate) + 1, about);
    }
    for (const [age, mark] of history.entries()) {
      const month = newest - age;
      if (mark === 'settled') assert.ok(endDate && month >= monthNumber(endDate), about);
      if (mark === 'default') assert.ok(defaultDate && month >= monthNumber(defaultDate), about);
      if (endDate && month >= monthNumber(endDate)) assert.equal(mark, 'settled', about);
    }
    if (status === 'settled') assert.ok((balancePounds ?? 0) === 0, about);
  }
});

test('two bureaus say the same of a month, once both have heard of what happened in it', () => {
  const from = createPopulation({ seed: 'same months', today: TODAY, hasHabits: false });
  let compared = 0;
  for (const index of some) {
    const accounts = BUREAU_IDS.flatMap((id) => from.file(id, index)?.accounts ?? []);
    for (const group of Map.groupBy(accounts, ({ agreementId }) => agreementId).values()) {
      const [one, ...others] = group.filter(({ status }) => status !== 'transferred');
      for (const other of others) {
        const ahead = monthNumber(one?.lastUpdated ?? '') - monthNumber(other.lastUpdated);
        // The newest month of either may be from before something happened in it.
        for (let age = Math.max(1, 1 - ahead); age < other.history.length; age += 1) {
          const mark = one?.history[age + ahead];
          if (mark === undefined || age + ahead < 1) continue;
          assert.equal(mark, other.history[age]);
          compared += 1;
        }
      }
    }
  }
  assert.ok(compared > 1_000, String(compared));
});

test('every garbling of the default level occurs', () => {
  const accounts = files.flatMap((file) => file?.accounts ?? []);
  const starts = Map.groupBy(accounts, ({ agreementId }) => agreementId);
  const agreements = some.flatMap((index) => population.truth(index).agreements);
  const occurs = {
    noFile: files.includes(null),
    nameless: accounts.some(({ lenderName }) => lenderName === undefined),
    numberless: accounts.some(({ accountNumber }) => accountNumber === undefined),
    masked: accounts.some(({ accountNumber }) => /^(\*|X|x)/.test(accountNumber ?? '')),
    suppressed: accounts.some(({ isBalanceSuppressed }) => isBalanceSuppressed === true),
    joint: accounts.some(({ isJoint }) => isJoint),
    sold: accounts.some(({ lenderType }) => lenderType === 'debt-purchaser'),
    transferred: accounts.some(({ status }) => status === 'transferred'),
    movedStart: [...starts.values()].some((of) => new Set(of.map(({ startDate }) => startDate)).size > 1),
    twice: files.some((file) => {
      const ids = file?.accounts.map(({ agreementId }) => agreementId) ?? [];
      return new Set(ids).size < ids.length;
    }),
    twins: agreements.some(
      (one, at) =>
        agreements[at + 1]?.startDate === one.startDate && agreements[at + 1]?.lender === one.lender,
    ),
  };
  assert.deepEqual(
    Object.entries(occurs).filter(([, does]) => !does),
    [],
  );
});

test('every habit of UK files occurs at the default level, and none without habits', () => {
  const numbers = new Map(
    some.flatMap((index) => population.truth(index).agreements).map((agreement) => [agreement.id, agreement]),
  );
  const habitsOf = (given: typeof files) => {
    const held = given.filter((file) => file !== null);
    const accounts = held.flatMap((file) => file.accounts);
    const brands = new Set(HOUSES.flatMap((house) => house.brands.map((name) => name.toUpperCase())));
    const names = accounts.map(({ lenderName }) => lenderName?.toUpperCase() ?? '');
    return {
      brand: names.some((name) => brands.has(name)),
      tradingAs: names.some((name) => / T\/A \w/.test(name)),
      formerName: names.some((name) => /\((FORMERLY|PREV|WAS|FKA) /.test(name)),
      abbreviated: names.some((name) => /\bBLDG SOC\b/.test(name)),
      suffixes: accounts.some(({ accountNumber }) => /\d[-/ ]02$/.test(accountNumber ?? '')),
      partJoined: accounts.some(({ agreementId, accountNumber = '' }) => {
        const whole = numbers.get(agreementId);
        return whole?.part !== undefined && accountNumber === `${whole.accountNumber}01`;
      }),
      token: accounts.some(({ accountNumber }) => /\d[A-F]+\d/.test(accountNumber ?? '')),
      earlierNumber: accounts.some(
        ({ agreementId, accountNumber }) =>
          accountNumber !== undefined && numbers.get(agreementId)?.earlierNumber === accountNumber,
      ),
      unknownBrand: names.includes('REDLATCH'),
      relatives: accounts.some(({ agreementId }) => agreementId.includes('/relative/')),
      soldRe: names.some((name) => / RE /.test(name)),
      settledAtSeller: accounts.some(
        ({ status, defaultDate }) => status === 'settled' && defaultDate !== undefined,
      ),
      secondForename: accounts.some(({ holder }) => /^\w+ \w+$/.test(holder.forename)),
      bothHolders: accounts.some(({ holder }) => / & /.test(holder.forename)),
      olderCopy: held.some(({ accounts: own }) =>
        [...Map.groupBy(own, ({ agreementId }) => agreementId).values()].some(
          (same) => new Set(same.map(({ lastUpdated }) => lastUpdated)).size > 1,
        ),
      ),
      numberInStreet: held.some(({ person }) =>
        person.addresses.some(({ address }) => /^\d/.test(address.thoroughfare ?? '')),
      ),
    };
  };
  const listed = (does: boolean, given: typeof files) =>
    Object.entries(habitsOf(given)).flatMap(([habit, occurs]) => (occurs === does ? [habit] : []));
  assert.deepEqual(listed(false, files), []);
  const without = createPopulation({ seed: 'test', today: TODAY, hasHabits: false });
  assert.deepEqual(listed(true, filesOf(without)), []);
});

// Words in the names of real UK lenders. Not complete: enough to catch a careless addition.
const REAL_WORDS =
  /aldermore|alphera|amex|aqua\b|atom|barclay|black horse|blue motor|cabot|capital one|close brothers|coventry|first direct|halifax|hsbc|intrum|kensington|leeds|lloyds|lowell|marbles|mbna|metro|moneybarn|monzo|motonovo|nationwide|natwest|newday|northridge|novuna|oodle|paragon|principality|provident|revolut|santander|shawbrook|skipton|starling|startline|tesco|together|tsb|vanquis|virgin|vodafone|yorkshire|zopa/i;

test('no lender of the population has the name of a real one, and no name occurs twice', () => {
  const plain = [...LENDERS, ...DEBT_BUYERS].flatMap(({ name, brand }) => [name, brand]);
  const houses = [...HOUSES, ...HOUSE_BUYERS].flatMap(({ name, brands, formerly }) => [
    name,
    ...brands,
    formerly,
  ]);
  const names = [...plain, ...houses].filter((name) => name !== undefined);
  assert.deepEqual(
    names.filter((name) => REAL_WORDS.test(name)),
    [],
  );
  assert.equal(new Set(names).size, names.length);
});
