// What is said of one field of a record: the value shown, what each bureau says where they differ, and what stands beside a bureau's
// reference because it carries no news elsewhere.
import type {
  AccountRecord,
  BureauId,
  BureauRef,
  DisagreementField,
  Money,
} from '../reports/credit-report.ts';

export type Said<Value> = {
  value: Value;
  /** Absent where the record does not tell: they agree, or only some of them gave it. */
  bureaus?: BureauId[];
};

/** Every value once, the shown one first. */
export function said<Field extends DisagreementField>(
  record: AccountRecord,
  field: Field,
): Said<NonNullable<AccountRecord[Field]>>[] {
  type Value = NonNullable<AccountRecord[Field]>;
  const shown = record[field] as Value | undefined;
  const values = record.disagreements?.find((one) => one.field === field)?.values ?? [];
  const found = new Map<string, Said<Value>>();
  if (shown !== undefined) found.set(keyOf(shown), { value: shown });
  for (const { bureau, value } of [...values, ...besideReferences(record, field)]) {
    const key = keyOf(value);
    const one = found.get(key) ?? { value: value as Value };
    const others = (one.bureaus ?? []).filter((id) => id !== bureau);
    found.set(key, { ...one, bureaus: [...others, bureau] });
  }
  const [only] = record.bureaus;
  if (record.bureaus.length === 1 && only !== undefined)
    return [...found.values()].map(({ value }) => ({ value, bureaus: [only.id] }));
  return [...found.values()];
}

const BESIDE: readonly string[] = ['accountType', 'companyType', 'startDate'] satisfies (keyof BureauRef)[];

function besideReferences({ bureaus }: AccountRecord, field: DisagreementField) {
  if (!BESIDE.includes(field)) return [];
  return bureaus.flatMap(({ id, [field as 'startDate']: value }) =>
    value === undefined ? [] : [{ bureau: id, value }],
  );
}

function keyOf(value: string | number | boolean | Money): string {
  return typeof value === 'object' ? `${value.amount} ${value.currency}` : String(value);
}
