// Experian's wire format: the fields that we send and read. Written from publicly known names; nothing here was verified against
// the bureau. Replies come in several spellings (mapping.ts reads them all); these types are what our simulator writes before
// disguise.ts respells them.

export type WireDate = { CCYY: string; MM: string; DD: string };

export type WireName = {
  Title?: string;
  Forename: string;
  MiddleName?: string;
  Surname: string;
};

export type WireLocation = {
  Flat?: string;
  HouseName?: string;
  HouseNumber?: string;
  Street?: string;
  District?: string;
  PostTown?: string;
  County?: string;
  Postcode: string;
};

export type WireLocationDetails = { LocationIdentifier: string; UKLocation: WireLocation };

/** The current address is 01, a previous one 02. */
export type WireResidency = {
  ApplicantIdentifier: string;
  LocationIdentifier: string;
  LocationCode: '01' | '02';
  TimeAt?: { Years: string; Months: string };
};

export type Input = {
  Control: {
    ExperianReference: string;
    ClientAccountNumber?: string;
    ClientBranchNumber?: string;
    ClientRef: string;
    Parameters: Record<string, string>;
  };
  Applicant: {
    ApplicantIdentifier: string;
    Name: WireName;
    Alias?: WireName[];
    Gender?: string;
    DateOfBirth: WireDate;
  }[];
  LocationDetails: WireLocationDetails[];
  Residency: WireResidency[];
  /** Decides between a soft and a hard search. */
  Application: { ApplicationType: string; SearchConsent: 'Y' };
  ThirdPartyData: { OptOut: 'Y' | 'N'; TransientAssocs: 'Y' | 'N'; HHOAllowed: 'Y' | 'N' };
};

export type WireAmount = { Amount?: string; Narrative?: string; Caption?: string };

export type CaisDetail = {
  Name: WireName;
  DateOfBirth?: WireDate;
  CAISAccStartDate: WireDate;
  /** For a default: the day of the default. */
  SettlementDate?: WireDate;
  LastUpdatedDate: WireDate;
  JointAccount: 'Y' | 'N';
  Balance?: WireAmount;
  CreditLimit?: WireAmount;
  /** Newest month first. D is dormant here, not default. */
  AccountStatusCodes: string;
  NumOfMonthsHistory: string;
  AccountStatus: 'A' | 'D' | 'F' | 'S' | '';
  SpecialInstrInd?: string;
  RepaymentPeriod?: string;
  NoOfPayments?: string;
  MnthlyRepayment?: { MnthlyRepayment: string }[];
  CompanyType: string;
  AccountType: string;
  AccountNumber?: string;
  SupplyCompanyName?: string;
};

export type PreviousApplicationDetail = {
  Name: WireName;
  DateOfBirth?: WireDate;
  ApplicationDate: WireDate;
  ApplicationType: string;
  CompanyType: string;
  SearcherName?: string;
};

export type Output = {
  Control: { ExperianReference: string; ClientRef?: string };
  /** Inside an HTTP 200. */
  Error?: { ErrorCode: string; Message: string; Severity: string };
  LocationDetails?: WireLocationDetails[];
  Residency?: (WireResidency & {
    VRConfirmation?: { Confirmed: 'Y' | 'N'; Surname?: string; Forename?: string };
  })[];
  FullConsumerData?: {
    ConsumerData: {
      CAIS: { LocationIndicator: string; ApplicantIndicator: string; CAISDetails: CaisDetail[] }[];
      PreviousApplication: {
        LocationIndicator: string;
        ApplicantIndicator: string;
        PrevApplnDetails: PreviousApplicationDetail[];
      }[];
    };
  };
};

/** All values are strings, the lifetime too. */
export type TokenReply = {
  issued_at: string;
  expires_in: string;
  token_type: string;
  access_token: string;
};
