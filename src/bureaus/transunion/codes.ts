// TransUnion's codes, mapped to ours. The bureau's own tables, served with a description of each code by its look-up, decide: by a
// description that we know, or by the words in it. Where they say nothing, the built-in lists do. A code in none of them is
// undefined here: the caller says so. The tables are this bureau's own: the same letter means something else elsewhere.
import type { SearchPurpose } from '../../domain/reports/bureau-file.ts';
import type {
  AccountProduct,
  AccountStatus,
  AccountType,
  CompanyType,
} from '../../domain/reports/credit-report.ts';
import { UNKNOWN_MONTH } from '../reading/payment-months.ts';
import * as builtIn from './built-in-codes.ts';
import * as words from './code-words.ts';

/** Descriptions by table id and code. */
export type CodeTables = { version: string; tables: ReadonlyMap<string, ReadonlyMap<string, string>> };

export type Codes = {
  /** `isMotor`: the lender is a motor financier, which decides what a credit sale is. `isUnknown`: the code is in no list. */
  accountType(
    code: string | undefined,
    group: string | undefined,
    isMotor: boolean,
  ): { type: AccountType; product?: AccountProduct; isUnknown?: true };
  accountStatus(code: string): AccountStatus | undefined;
  /** Lenders and searchers have separate tables. */
  companyType(table: 'suppliertype' | 'companytype', code: string | undefined): CompanyType | undefined;
  purpose(code: string | undefined): SearchPurpose | undefined;
  frequency(code: string): builtIn.Frequency | undefined;
  /** ISO 4217. */
  currency(code: string): string | undefined;
  /** One month in our alphabet, out of its two marks. */
  month(pay: string, acc: string): string;
};

const made = new WeakMap<CodeTables, Codes>();
let withoutTables: Codes | null = null;

/** The same for the same tables: every description is matched once. Null: there are no tables. */
export function codesOf(tables: CodeTables | null): Codes {
  if (tables === null) {
    withoutTables ??= createCodes(null);
    return withoutTables;
  }
  const codes = made.get(tables) ?? createCodes(tables);
  made.set(tables, codes);
  return codes;
}

function createCodes(tables: CodeTables | null): Codes {
  const listOf = <T>(table: string, rows: readonly builtIn.CodeRow<T>[], patterns: words.Words<T>) =>
    createList(tables?.tables.get(table), rows, patterns);
  const types = listOf('accounttype', builtIn.ACCOUNT_TYPE_ROWS, words.ACCOUNT_TYPE_WORDS);
  const groups = listOf('accountgroup', builtIn.GROUP_ROWS, GROUP_WORDS);
  const statuses = listOf('accountstatus', builtIn.ACCOUNT_STATUS_ROWS, words.ACCOUNT_STATUS_WORDS);
  const suppliers = listOf('suppliertype', builtIn.COMPANY_TYPE_ROWS, words.COMPANY_TYPE_WORDS);
  const searchers = listOf('companytype', builtIn.COMPANY_TYPE_ROWS, words.COMPANY_TYPE_WORDS);
  const purposes = listOf('searchpurpose', builtIn.PURPOSE_ROWS, words.PURPOSE_WORDS);
  const frequencies = listOf('paymentfrequency', builtIn.FREQUENCY_ROWS, words.FREQUENCY_WORDS);
  const payments = createList(
    tables?.tables.get('payment'),
    builtIn.PAYMENT_ROWS,
    words.MONTH_WORDS,
    counted,
  );
  const months = listOf('accountstatuscode', builtIn.MONTH_STATUS_ROWS, words.MONTH_WORDS);
  return {
    accountType(code, group, isMotor) {
      const known = code === undefined ? undefined : types(code);
      if (known === undefined) {
        const type = (group === undefined ? undefined : groups(group)) ?? 'other';
        return code === undefined ? { type } : { type, isUnknown: true };
      }
      const type = known.type === 'sale' ? (isMotor ? 'hire-purchase' : 'unsecured-loan') : known.type;
      return { ...known, type };
    },
    accountStatus: statuses,
    companyType(table, code) {
      if (code === undefined) return undefined;
      return (table === 'suppliertype' ? suppliers : searchers)(code) ?? 'other';
    },
    purpose(code) {
      if (code === undefined) return undefined;
      const isDescribed = tables?.tables.get('searchpurpose')?.has(code);
      return purposes(code) ?? (isDescribed ? 'other' : undefined);
    },
    frequency: frequencies,
    currency: (code) => toCurrency(code, tables?.tables.get('currency')?.get(code)),
    month: (pay, acc) => toMonth(payments(pay), months(acc)),
  };
}

/** What a whole group can be; of the other groups an account may be one of several kinds. */
const GROUP_KINDS: readonly string[] = [
  ...['mortgage', 'communications', 'utility', 'mail-order', 'current-account', 'insurance', 'home-credit'],
];
const GROUP_WORDS = words.ACCOUNT_TYPE_WORDS.filter(([, { type }]) => GROUP_KINDS.includes(type)).map(
  ([pattern, { type }]) => [pattern, type as AccountType] as const,
);

/** Codes are a bureau's, and few; a hostile reply has any number of them. */
const REMEMBERED_MAX = 1_000;

function createList<T>(
  table: ReadonlyMap<string, string> | undefined,
  rows: readonly builtIn.CodeRow<T>[],
  patterns: words.Words<T>,
  refine: (meaning: T, description: string) => T = (meaning) => meaning,
): (code: string) => T | undefined {
  const byCode = new Map(rows.map(({ code, meaning }) => [code, meaning]));
  const byDescription = new Map(
    rows.map(({ description, meaning }) => [words.plainWords(description), meaning]),
  );
  const remembered = new Map<string, T | undefined>();
  function meaningOf(code: string): T | undefined {
    const description = table?.get(code);
    if (description === undefined) return byCode.get(code);
    const exact = byDescription.get(words.plainWords(description));
    if (exact !== undefined) return exact;
    const said = words.byWords(patterns, description);
    return said === undefined ? byCode.get(code) : refine(said, description);
  }
  return (code) => {
    if (remembered.has(code)) return remembered.get(code);
    const meaning = meaningOf(code);
    if (remembered.size < REMEMBERED_MAX) remembered.set(code, meaning);
    return meaning;
  };
}

/** "3 payments in arrears": the number of months where the description has one. */
function counted(month: string, description: string): string {
  return month === 'l' ? (/\b[1-6]\b/.exec(description)?.[0] ?? month) : month;
}

/** The payment speaks first. Where it says nothing the status does; and arrears or no arrears never hide a default or the end. */
function toMonth(pay = UNKNOWN_MONTH, acc = UNKNOWN_MONTH): string {
  if (pay === UNKNOWN_MONTH) return acc;
  if (acc === 'd' && /[0-6l]/.test(pay)) return acc;
  return acc === 's' && pay === '0' ? acc : pay;
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const CURRENCY_WORDS: words.Words<string> = [
  [/pound|sterling/, 'GBP'],
  [/euro\b/, 'EUR'],
  [/us dollar|united states dollar/, 'USD'],
];

/** An ISO code is itself, whatever the table calls it; otherwise the table names one, or describes it. */
function toCurrency(code: string, description = ''): string | undefined {
  if (CURRENCIES.has(code.toUpperCase())) return code.toUpperCase();
  const named = description.match(/\b[A-Z]{3}\b/g)?.find((word) => CURRENCIES.has(word));
  return named ?? words.byWords(CURRENCY_WORDS, description);
}
