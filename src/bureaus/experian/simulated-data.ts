// Encodes a simulated file in Experian's codes: whole pounds in seven digits, no start balance, no lender name where the population
// has none.
import type { AccountStatus } from '../../domain/credit-report.ts';
import type {
  SimulatedAccount,
  SimulatedFile,
  SimulatedSearch,
} from '../simulation/population/simulated-file.ts';
import { fromAccountType, fromCompanyType } from './codes.ts';
import { toLocation, toWireDate } from './request.ts';
import type { CaisDetail, Output, PreviousApplicationDetail, WireName } from './wire.ts';

type ConsumerData = Pick<Output, 'LocationDetails' | 'Residency' | 'FullConsumerData'>;

export function toConsumerData({ person, accounts, searches }: SimulatedFile): ConsumerData {
  const about = { Name: toName(person), DateOfBirth: toWireDate(person.dateOfBirth) };
  const group = (index: number) => ({ LocationIndicator: String(index + 1), ApplicantIndicator: '1' });
  return {
    LocationDetails: person.addresses.map(({ address }, index) => ({
      LocationIdentifier: String(index + 1),
      UKLocation: toLocation(address),
    })),
    Residency: person.addresses.map(({ monthsAtAddress }, index) => ({
      ApplicantIdentifier: '1',
      LocationIdentifier: String(index + 1),
      LocationCode: index === 0 ? '01' : '02',
      TimeAt: { Years: String(Math.floor(monthsAtAddress / 12)), Months: String(monthsAtAddress % 12) },
      VRConfirmation: { Confirmed: 'Y', Surname: person.surname, Forename: person.forename },
    })),
    FullConsumerData: {
      ConsumerData: {
        CAIS: person.addresses
          .map((_, index) => ({
            ...group(index),
            CAISDetails: accounts
              .filter((account) => account.addressIndex === index)
              .map((account) => toDetail(account, about.DateOfBirth)),
          }))
          .filter(({ CAISDetails }) => CAISDetails.length > 0),
        PreviousApplication:
          searches.length === 0
            ? []
            : [
                {
                  ...group(0),
                  PrevApplnDetails: searches.map((search) => ({ ...about, ...toApplication(search) })),
                },
              ],
      },
    },
  };
}

function toDetail(account: SimulatedAccount, dateOfBirth: CaisDetail['DateOfBirth']): CaisDetail {
  const { AccountStatus, month, SpecialInstrInd } = CODES_OF[account.status];
  const months = account.history.map(toMonth);
  if (month !== undefined) months.splice(0, 1, month);
  const settledOn = account.defaultDate ?? account.endDate;
  return {
    Name: toName(account.holder),
    ...(dateOfBirth !== undefined && { DateOfBirth: dateOfBirth }),
    CAISAccStartDate: toWireDate(account.startDate),
    ...(settledOn !== undefined && { SettlementDate: toWireDate(settledOn) }),
    LastUpdatedDate: toWireDate(account.lastUpdated),
    JointAccount: account.isJoint ? 'Y' : 'N',
    ...(account.isBalanceSuppressed && { Balance: { Narrative: 'U' } }),
    ...(account.balancePounds !== undefined && { Balance: { Amount: String(account.balancePounds) } }),
    ...(account.limitPounds !== undefined && { CreditLimit: { Amount: String(account.limitPounds) } }),
    AccountStatusCodes: months.join(''),
    NumOfMonthsHistory: String(months.length),
    AccountStatus,
    ...(SpecialInstrInd !== undefined && { SpecialInstrInd }),
    ...(account.repaymentPeriodMonths !== undefined && {
      RepaymentPeriod: String(account.repaymentPeriodMonths).padStart(3, '0'),
    }),
    ...(account.numberOfPayments !== undefined && { NoOfPayments: String(account.numberOfPayments) }),
    ...(account.paymentPounds !== undefined && {
      MnthlyRepayment: [{ MnthlyRepayment: String(account.paymentPounds).padStart(7, '0') }],
    }),
    CompanyType: fromCompanyType(account.lenderType),
    AccountType: fromAccountType(account.type),
    ...(account.accountNumber !== undefined && { AccountNumber: account.accountNumber }),
    ...(account.lenderName !== undefined && { SupplyCompanyName: account.lenderName }),
  };
}

type Codes = { AccountStatus: CaisDetail['AccountStatus']; month?: string; SpecialInstrInd?: string };

// There is no code for an account that was closed without being settled: it is sent as settled.
const CODES_OF: Record<AccountStatus, Codes> = {
  open: { AccountStatus: 'A' },
  settled: { AccountStatus: 'S' },
  closed: { AccountStatus: 'S' },
  default: { AccountStatus: 'F', month: '8' },
  delinquent: { AccountStatus: 'D' },
  arrangement: { AccountStatus: 'A', SpecialInstrInd: 'A' },
  dormant: { AccountStatus: 'A', month: 'D' },
  query: { AccountStatus: 'A', SpecialInstrInd: 'Q' },
  'written-off': { AccountStatus: 'F', month: '9' },
  transferred: { AccountStatus: 'S', SpecialInstrInd: 'C' },
  unknown: { AccountStatus: '', month: '?' },
};

/** The months of a debt that was sold still say default; a settled month and one under an arrangement have no code. */
function toMonth(month: SimulatedAccount['history'][number]): string {
  if (typeof month === 'number') return String(Math.min(month, 6));
  if (month === 'default' || month === 'transferred') return '8';
  return month === 'dormant' ? 'D' : 'U';
}

function toApplication(search: SimulatedSearch): Omit<PreviousApplicationDetail, 'Name' | 'DateOfBirth'> {
  return {
    ApplicationDate: toWireDate(search.at.slice(0, 10)),
    ApplicationType: applicationType(search),
    CompanyType: fromCompanyType(search.companyType),
    ...(search.companyName !== undefined && { SearcherName: search.companyName }),
  };
}

function applicationType({ purpose, companyType }: SimulatedSearch): string {
  if (purpose === 'quotation') return 'QL';
  if (purpose === 'identity') return 'IA';
  if (purpose === 'consumer-enquiry') return 'UC';
  if (purpose === 'debt-recovery') return 'DR';
  if (companyType === 'motor-finance') return 'HP';
  if (companyType === 'credit-card-issuer') return 'CC';
  return companyType === 'mortgage-lender' ? 'MG' : 'PL';
}

function toName(person: {
  title?: string;
  forename: string;
  middleName?: string;
  surname: string;
}): WireName {
  return {
    ...(person.title !== undefined && { Title: person.title }),
    Forename: person.forename,
    ...(person.middleName !== undefined && { MiddleName: person.middleName }),
    Surname: person.surname,
  };
}
