// Experian's wire format: the fields that we send, and those that our simulator writes, in the order of the schema. Replies come in
// several spellings (mapping.ts reads them all); these are the names before disguise.ts respells them.

export type WireDate = { CCYY: string; MM: string; DD: string };

export type WireName = {
  Title?: string;
  Forename?: string;
  MiddleName?: string;
  Surname: string;
};

export type WireAlias = Required<Pick<WireName, 'Title' | 'Forename' | 'Surname'>> &
  Pick<WireName, 'MiddleName'> & { Source: string; Gender: string };

export type WireLocation = {
  Flat?: string;
  HouseName?: string;
  HouseNumber?: string;
  Street?: string;
  Street2?: string;
  District?: string;
  District2?: string;
  PostTown?: string;
  County?: string;
  Postcode?: string;
};

type WireLocationDetails = { LocationIdentifier: string; UKLocation: WireLocation };

/** The current address is 01, a previous one 02. */
export type WireResidency = {
  ApplicantIdentifier: string;
  LocationIdentifier: string;
  LocationCode: '01' | '02';
  ResidencyDateFrom: WireDate;
  ResidencyDateTo: WireDate;
};

type WireApplicant = {
  ApplicantIdentifier: string;
  Name: WireName;
  Alias?: WireAlias[];
  Gender?: string;
  DateOfBirth: WireDate;
};

export type ThirdPartyData = { OptOut: 'Y' | 'N'; TransientAssocs: 'Y' | 'N'; HHOAllowed: 'Y' | 'N' };

export type Input = {
  Applicant: WireApplicant[];
  /** Decides between a soft and a hard search. */
  Application: { ApplicationType: string; SearchConsent: 'Y' };
  Control: {
    ExperianReference: string;
    ClientAccountNumber?: string;
    ClientBranchNumber?: string;
    ClientRef: string;
    JobNumber: string;
    Parameters: Record<string, string>;
  };
  LocationDetails: WireLocationDetails[];
  Residency: WireResidency[];
  ThirdPartyData: ThirdPartyData;
};

/** An element that is there and empty. */
export type Empty = '';

export type WireAmount = { Amount?: string; Narrative?: string; Caption?: string };

/** Whose a record is. The two levels of names came with the JSON service. */
export type MatchDetails = {
  StreetMatchLevel: string;
  HouseMatchLevel: string;
  BureauRefCategory: string;
  MatchTo: string;
  MatchType?: string;
  ForenameMatchLevel?: string;
  SurnameMatchLevel?: string;
};

export type CaisDetail = {
  Name: WireName;
  CAISAccStartDate: WireDate;
  Location?: WireLocation;
  /** The caption says of what. */
  SettlementDate?: WireDate;
  LastUpdatedDate: WireDate;
  DateOfBirth?: WireDate;
  MatchDetails?: MatchDetails;
  InformationSource?: string;
  /** Joint: J of this holder, M of the other. */
  JointAccount?: 'J' | 'M';
  CreditLimit?: WireAmount | Empty;
  Balance?: WireAmount | Empty;
  CurrentDefBalance?: WireAmount | Empty;
  DelinquentBalance?: WireAmount | Empty;
  /** Twelve characters, the newest month first, blank where there is none. D is dormant here, not default. */
  AccountStatusCodes: string;
  /** Months one or two, and three or more payments behind, of so many; and the worst. */
  Status1To2?: string;
  StatusTo3?: string;
  NumOfMonthsHistory?: string;
  SettleDateCaption?: 'S' | 'D';
  BankFlag?: string;
  WorstStatus?: string;
  OwnData?: string;
  SpecialInstrInd?: string;
  RepaymentPeriod?: string;
  Payment?: string;
  AdditionlInfoBlocks: Empty;
  PaymentFrequency?: string;
  AccountStatus: 'A' | 'D' | 'F' | 'S' | '';
  NumAddInfoBlocks?: string;
  NumAccountBalances?: string;
  AccountBalances?: { AccountBalance: string; Status?: string }[];
  CompanyType: string;
  AccountType: string;
  AccountNumber?: string;
  SupplyCompanyName?: string;
  /** From here on: what the JSON service has beside these. */
  NoOfPayments?: string;
  MnthlyRepayment?: { MnthlyRepayment: string }[];
  DefaultSatisfyDate?: WireDate;
  TransColnAcntFlag?: string;
};

export type PreviousApplicationDetail = {
  Location?: WireLocation;
  ApplicationDate: WireDate;
  Name: WireName;
  DateOfBirth?: WireDate;
  MatchDetails?: MatchDetails;
  ApplicationType: string;
  JointApplicant?: string;
  CompanyType: string;
  AccountNumber?: string;
  SearcherName?: string;
};

export type RollEntry = {
  Name: WireName;
  MatchDetails?: MatchDetails;
  InformationSource?: string;
  /** The month of registering and, if there was one, of leaving: MMCCYY each. */
  DatesRegLeft: string;
  Flat?: string;
  HouseName?: string;
  HouseNumber: string;
};

type LocationLinkDetail = {
  Location: WireLocation;
  Name: WireName;
  MatchDetails?: MatchDetails;
  /** O old, N new. */
  LocationLinkInd: 'O' | 'N';
  LocationLinkNumber?: string;
  LocationLinkCaption?: string;
  InformationSource?: string;
  SourceOfData?: string;
  SuperSearchFlag: 'Y' | 'N';
};

/** Every block comes in groups: by address, and by applicant (1, another number, or U at an undeclared address). */
export type Group<Name extends string, Detail> = {
  LocationIndicator: string;
  ApplicantIndicator: string;
} & Record<Name, Detail[]>;

export type AssociationDetail = {
  InformationDate?: WireDate;
  Location: WireLocation;
  AssociateName: WireName;
  Name: WireName;
  DoBAssociateOrAlias: WireDate;
  DateOfBirth: WireDate;
  Source: string;
  MatchDetails: Omit<MatchDetails, 'MatchTo'>;
  InformationType: string;
};

export type PublicInfoDetail = {
  Location: WireLocation;
  SatisfactionDate?: WireDate;
  Name: WireName;
  InformationDate: WireDate;
  MatchDetails: MatchDetails;
  InformationSource: string;
  InformationType: string;
  AmountPounds?: string;
  AmountPence?: string;
  /** The case number, a blank, the court. */
  CourtPlaintiff: string;
  NoCReference?: string;
};

type MarkerDetail = {
  Name: WireName;
  Location: WireLocation;
  MatchDetails: MatchDetails;
  DateOfBirth: WireDate;
  SupplyDate: WireDate;
  InformationSource: string;
  SupplyCompanyName?: string;
};

export type ConsumerData = {
  VotersRollLocation?: Group<'VRollStreetDetails', { Location: WireLocation; StreetMatchLevel: string }>[];
  VotersRollPerson?: Group<'VRollPersonDetails', RollEntry>[];
  Association?: Group<'AssociationDetails', AssociationDetail>[];
  PublicInformation?: Group<'PublicInfoDetails', PublicInfoDetail>[];
  CIFAS?: Group<'CIFASDetails', MarkerDetail>[];
  CAIS?: Group<'CAISDetails', CaisDetail>[];
  PreviousApplication?: Group<'PrevApplnDetails', PreviousApplicationDetail>[];
  LocationLink?: {
    LocationCode: string;
    ApplicantIndicator: string;
    LocationLinkDetails: LocationLinkDetail[];
  };
  NOC?: Group<'NoCDetails', { Reference: string; NumberOfLines: string; TextLine: string }>[];
};

export type ReplyResidency = Pick<
  WireResidency,
  'ApplicantIdentifier' | 'LocationIdentifier' | 'LocationCode'
> & {
  TimeAt?: { Years: string; Months: string };
  ResidencyDateFrom?: WireDate;
  ResidencyDateTo?: WireDate;
  /** Years on the roll, -1 for none. Its names are required and empty. */
  VRConfirmation: { Confirmed: 'Y' | 'N'; Surname: Empty; Forename: Empty; YrsERSP: string; YrsERSF: string };
};

export type Output = {
  Applicant?: WireApplicant[];
  /** The parts of an address that were refused, by letter. */
  CheckDetails?: { LocationIdentifier: string; PostCodeCheck: string }[];
  ConsumerSummary?: { PremiumValueData: { Scoring: Record<string, string> } };
  Control: { ExperianReference: string; ClientRef: string; JobNumber: string };
  /** Inside an HTTP 200. */
  Error?: { ErrorCode: string; Message: string; Severity: string };
  FullConsumerData?: {
    ConsumerDataSummary?: {
      LocationIndicator: string;
      ApplicantIndicator: string;
      SummaryDetails: {
        NoCCount?: string;
        LocationConfirmCnt: string;
        PublicInfoSummary?: { Number: string };
        CAISSummary: { Number: string };
      };
    };
    ConsumerData: ConsumerData;
    ControlDetails?: { SearchDate: WireDate };
  };
  LocationDetails?: WireLocationDetails[];
  /** The homes that an address fits. */
  MultipleLocations?: { LocationIdentifier: string; UKLocation: WireLocation[] }[];
  Residency?: ReplyResidency[];
  ThirdPartyData?: ThirdPartyData & { OptoutValidCutOff: string };
  /** Newer services have this behind the rest. */
  BureauMatchKey?: { MatchCategory: string };
};

/** All values are strings, the lifetime too. */
export type TokenReply = {
  issued_at: string;
  expires_in: string;
  token_type: string;
  access_token: string;
};
