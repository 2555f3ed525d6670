// Maps Experian's reply. Keys come in several cases, dates and money in several forms; what cannot be read is absent. HTTP 200 is
// not success: errors, an ambiguous address and a person without a file have it too.

import {
  type BureauFile,
  type FileAccount,
  type FileResidency,
  type FileSearch,
  RECORDS_MAX,
} from '../../domain/bureau-file.ts';
import type { Consumer } from '../../domain/consumer.ts';
import type { Money } from '../../domain/credit-report.ts';
import { given } from '../../domain/given.ts';
import { mapInTurns } from '../../turns/turns.ts';
import { type BureauAnswer, CallFailed, type Enquiry } from '../bureau.ts';
import { COMPANY_LABELS } from '../reading/company-labels.ts';
import { field, list } from '../reading/json.ts';
import { toPaymentMonths } from '../reading/payment-months.ts';
import {
  accountNumber,
  houseNumber,
  isAbout,
  isoDate,
  wholeNumber,
  wireText,
} from '../reading/wire-values.ts';
import { isDefaulted, toAccountStatus, toAccountType, toCompanyType, toMonths, toPurpose } from './codes.ts';

const PLACES_MAX = 1_000;
const MONTHS_MAX = 1_200;

export async function fromReply(reply: unknown, { reportId, consumer }: Enquiry): Promise<BureauAnswer> {
  const output = field(reply, 'Output');
  if (typeof output !== 'object' || output === null) throw unreadable();
  // The reply echoes our reference: another one belongs to another search.
  if ((wireText(field(output, 'Control', 'ClientRef')) ?? reportId) !== reportId) throw notTheirs();
  const error = field(output, 'Error');
  // The codes are not public. With any of them, no search was made.
  if (wireText(field(error, 'ErrorCode')) !== undefined) return { status: 'rejected-request' };
  const data = field(output, 'FullConsumerData');
  if (typeof data !== 'object' || data === null) {
    // Several candidates for one address and no file: the caller has to say which.
    if (isAmbiguous(output)) return { status: 'ambiguous-address' };
    throw unreadable();
  }
  const reference = wireText(field(output, 'Control', 'ExperianReference')) ?? 'experian';
  const details = recordsOf(data, 'CAIS', 'CAISDetails');
  const applications = recordsOf(data, 'PreviousApplication', 'PrevApplnDetails');
  const homes = list(output, 'Residency');
  if (homes.length > PLACES_MAX) throw unreadable();
  for (const one of homes) assertAbout(consumer, field(one, 'VRConfirmation'));

  const file: BureauFile = {
    bureau: 'experian',
    accounts: await mapInTurns(details, ({ record, place }) => {
      assertAbout(consumer, record);
      return fromDetail(record, `${reference}/CAIS/${place}`);
    }),
    searches: (
      await mapInTurns(applications, ({ record, place }) => {
        assertAbout(consumer, record);
        return fromApplication(record, `${reference}/CAPS/${place}`);
      })
    ).flat(),
    residencies: fromResidencies(output),
  };
  const hasTrace = file.accounts.length > 0 || file.searches.length > 0 || isOnVotersRoll(output);
  return hasTrace ? { status: 'ok', file } : { status: 'no-trace' };
}

function unreadable(): CallFailed {
  return new CallFailed('unavailable', 'The reply is not of the shape that was agreed.', true);
}

function isAmbiguous(output: unknown): boolean {
  const identifiers = list(output, 'LocationDetails').map((one) =>
    wireText(field(one, 'LocationIdentifier')),
  );
  return identifiers.length > new Set(identifiers).size;
}

type Found = { record: unknown; place: string };

/** Records are grouped by address and applicant; only the first applicant's are the consumer's. */
function recordsOf(data: unknown, group: string, name: string): Found[] {
  const groups = list(data, 'ConsumerData', group).filter(
    (one) => (wireText(field(one, 'ApplicantIndicator')) ?? '1').replace(/^0+/, '') === '1',
  );
  const found = groups
    .flatMap((one, groupIndex) =>
      list(one, name).map((record, index) => ({ record, place: `${groupIndex + 1}/${index + 1}` })),
    )
    .filter(({ record }) => typeof record === 'object' && record !== null);
  // More than any person has. Truncating could hide a debt.
  if (found.length > RECORDS_MAX) throw unreadable();
  return found;
}

/** Another person's file is worse than none: one record that cannot be the consumer's rejects the whole reply. */
function assertAbout(consumer: Consumer, record: unknown): void {
  const name = field(record, 'Name') ?? record;
  const isTheirs = isAbout(consumer, {
    names: [wireText(field(name, 'Forename')), wireText(field(name, 'Surname'))],
    dateOfBirth: fromDate(field(record, 'DateOfBirth')),
  });
  if (!isTheirs) throw notTheirs();
}

function notTheirs(): CallFailed {
  return new CallFailed('unavailable', 'The reply is about somebody else.', true);
}

function fromDetail(detail: unknown, ref: string): FileAccount {
  const text = (...path: string[]) => wireText(field(detail, ...path));
  const companyType = toCompanyType(text('CompanyType'));
  const repaymentPeriod = wholeNumber(field(detail, 'RepaymentPeriod'), MONTHS_MAX);
  const settledOn = fromDate(field(detail, 'SettlementDate'));
  const signs = {
    status: text('AccountStatus'),
    month: text('AccountStatusCodes')?.[0],
    instruction: text('SpecialInstrInd'),
    narrative: text('Balance', 'Narrative'),
    hasEnded: settledOn !== undefined,
  };
  const isDefault = isDefaulted(signs);
  const lastUpdated = fromDate(field(detail, 'LastUpdatedDate'));
  return {
    ref,
    accountType: toAccountType(text('AccountType'), companyType),
    accountStatus: toAccountStatus(signs),
    ...given({
      title: text('Name', 'Title'),
      firstName: text('Name', 'Forename'),
      lastName: text('Name', 'Surname'),
      accountNumber: accountNumber(field(detail, 'AccountNumber')),
      companyType,
      companyName: text('SupplyCompanyName'),
      numberOfPayments: wholeNumber(field(detail, 'NoOfPayments'), MONTHS_MAX) ?? repaymentPeriod,
      repaymentPeriod,
      payment:
        fromPounds(field(list(detail, 'MnthlyRepayment')[0], 'MnthlyRepayment')) ??
        fromPounds(field(detail, 'Payment')),
      balance:
        fromPounds(field(detail, 'Balance', 'Amount')) ??
        fromPounds(field(list(detail, 'AccountBalances')[0], 'AccountBalance')),
      creditLimit: fromPounds(field(detail, 'CreditLimit', 'Amount')),
      startDate: fromDate(field(detail, 'CAISAccStartDate')),
      // For a default, the settlement date is the day of the default.
      endDate: isDefault ? fromDate(field(detail, 'DefaultSatisfyDate')) : settledOn,
      defaultDate: isDefault ? settledOn : undefined,
      lastUpdated,
      isJoint: fromJoint(text('JointAccount')),
      // The first code is that of the month of the last update.
      history: toPaymentMonths(lastUpdated, toMonths(field(detail, 'AccountStatusCodes'))),
    }),
  };
}

function fromApplication(detail: unknown, ref: string): FileSearch[] {
  const date = fromDate(field(detail, 'ApplicationDate'));
  if (date === undefined) return [];
  const kind = wireText(field(detail, 'ApplicationType'));
  const companyName =
    wireText(field(detail, 'SearcherName')) ??
    wireText(field(detail, 'SupplyCompanyName')) ??
    COMPANY_LABELS[toCompanyType(wireText(field(detail, 'CompanyType'))) ?? 'other'];
  const purpose = toPurpose(kind);
  return [{ ref, companyName, date: `${date}T00:00:00.000Z`, isDateOnly: true, ...given({ kind, purpose }) }];
}

function fromResidencies(output: unknown): FileResidency[] {
  const places = new Map(
    list(output, 'LocationDetails').map((one) => [
      wireText(field(one, 'LocationIdentifier')),
      field(one, 'UKLocation'),
    ]),
  );
  return list(output, 'Residency').flatMap((residency): FileResidency[] => {
    const location = places.get(wireText(field(residency, 'LocationIdentifier')));
    const text = (name: string) => wireText(field(location, name));
    const [townOrCity, postcode] = [text('PostTown'), text('Postcode')];
    if (townOrCity === undefined || postcode === undefined) return [];
    const thoroughfare = [text('Street'), text('Street2')].filter((one) => one !== undefined).join(', ');
    const parts = given({
      subBuildingName: text('Flat'),
      buildingName: text('HouseName'),
      buildingNumber: houseNumber(field(location, 'HouseNumber')),
      thoroughfare: thoroughfare === '' ? undefined : thoroughfare,
      district: text('District'),
      county: text('County'),
    });
    const isCurrent = wireText(field(residency, 'LocationCode'))?.replace(/^0+/, '') === '1';
    return [
      {
        address: { ...parts, townOrCity, postcode },
        isCurrent,
        ...given({ monthsAtAddress: fromTimeAt(field(residency, 'TimeAt')) }),
      },
    ];
  });
}

function isOnVotersRoll(output: unknown): boolean {
  return list(output, 'Residency').some(
    (one) => wireText(field(one, 'VRConfirmation', 'Confirmed'))?.toUpperCase() === 'Y',
  );
}

function fromTimeAt(timeAt: unknown): number | undefined {
  const years = wholeNumber(field(timeAt, 'Years'), 120);
  const months = wholeNumber(field(timeAt, 'Months'), MONTHS_MAX);
  return years === undefined && months === undefined ? undefined : (years ?? 0) * 12 + (months ?? 0);
}

/** `{CCYY, MM, DD}` in any case, or a string. Absent if the parts say "not specified". */
function fromDate(value: unknown): string | undefined {
  const year = wireText(field(value, 'CCYY'));
  if (year === undefined) return isoDate(value);
  if (String(field(value, 'CCYYSpecified')) === 'false') return undefined;
  const [month = '', day = ''] = [wireText(field(value, 'MM')), wireText(field(value, 'DD'))];
  return isoDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** "1092", "£1,092", "0000163" and 1092 are whole pounds. Anything else is absent. */
function fromPounds(value: unknown): Money | undefined {
  const text = wireText(value)?.replace(/^£\s?/, '');
  if (text === undefined || !/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})$/.test(text)) return undefined;
  return { amount: Number(text.replaceAll(',', '')) * 100, currency: 'GBP' };
}

function fromJoint(code: string | undefined): boolean | undefined {
  if (code === undefined) return undefined;
  return /^[JMY]$/i.test(code);
}
