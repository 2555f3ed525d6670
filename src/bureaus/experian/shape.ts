// The shape of Experian's replies as public material shows it (ConsumerData v1.1, replies of 2012 to 2015 and 2021, client code), for
// `trefoil bureau check` to compare with what a contract sends. How it is written: checking/declared.ts.
import { codes, declare, type WireShape } from '../checking/declared.ts';
import { field } from '../reading/json.ts';

const NAME = 'Name+{Title+ Forename^ MiddleName Surname! Suffix}';
const PLACE =
  'Flat HouseName HouseNumber Street Street2 District District2 PostTown County Postcode POBox Country SharedLetterbox';
const READ_PLACE = `Flat+ HouseName+ HouseNumber+ Street+ Street2+ District+ District2 PostTown^ County+ Postcode^ POBox Country
  SharedLetterbox`;
const LOCATION = `Location{${PLACE}}`;
const MATCH = `MatchDetails^{StreetMatchLevel HouseMatchLevel BureauRefCategory!=category MatchTo MatchType ForenameMatchLevel
  SurnameMatchLevel}`;
const GROUP = 'LocationIndicator LocationCode ApplicantIndicator=applicant';
const AMOUNT = 'Amount^:money Narrative+=narrative Caption=caption';

const ACCOUNT = `${NAME} CAISAccStartDate^:date ${LOCATION} SettlementDate+:date LastUpdatedDate^:date DateOfBirth+:date ${MATCH}
  InformationSource JointAccount+=joint CreditLimit+{${AMOUNT}} Balance+{${AMOUNT}} CurrentDefBalance+{${AMOUNT}}
  DelinquentBalance{${AMOUNT}} AccountStatusCodes^=months* Status1To2+:int StatusTo3+:int NumOfMonthsHistory+:int
  SettleDateCaption+=settled CMLLocationType BankFlag WorstStatus+=months OwnData SpecialInstrInd+=instruction
  RepaymentPeriod+:int Payment+:money Sex SpecialInstrDet+{StartDate+:date RevisedPayment:money EndDate:date}
  AdditionlInfoBlocks{...} FSCCUGIndicator PaymentFrequency+=frequency AccountStatus^=status NumAddInfoBlocks:int
  NumAccountBalances:int AccountBalances{AccountBalance:money Status=months} NumCardHistories:int CardHistories{PrevStatementBal:money
  PromotionalRate PaymentAmount:money NumCashAdvances:int CashAdvanceAmount:money PaymentCode}
  CredLimitHistories{...} CompanyType^=company AccountType^=account SourceCode AccountNumber+ NoCReference SupplyCompanyName+
  NoOfPayments+:int MnthlyRepayment+{MnthlyRepayment+:money} NoOfRepaymntPeriod:int RepaymentPeriods{...}
  DefaultSatisfyDate+:date TransColnAcntFlag`;

const APPLICATION = `TimeAtLocation{Years Months} ${LOCATION} ApplicationDate^:date ${NAME} DateOfBirth+:date ${MATCH}
  ApplicationType^=application JointApplicant OwnAccountId CompanyType^=company AccountNumber Amount:money Term NoCReference
  OptOut SearcherName+ SupplyCompanyName+`;

const DATA = `
  VotersRollLocation{${GROUP} VRollStreetDetails{SearchLevel ${LOCATION} StreetMatchLevel InformationSource MOSCAICCode
    PAFDistrictNumber SegmentIDNumber ACORNCode LocationConfirmMsg BatchNumber}}
  VotersRollPerson+{${GROUP} VRollPersonDetails+{SearchLevel ${NAME} DateOfBirth:date ComingOfAge ${MATCH} InformationSource Sex
    SegmentIDNumber SurnameReg POCCYear DatesRegLeft NoCReference Flat HouseName HouseNumber}}
  Association{${GROUP} AssociationDetails{InformationDate:date ${LOCATION} AssociateName{Title Forename MiddleName Surname Suffix}
    ${NAME} DoBAssociateOrAlias:date DateOfBirth:date Source MatchDetails{...} CAISAccountNumbers NoCReference InformationType
    CompanyType InformationSource InformationSupplier SupplierBranch SupplyCompanyName}}
  PublicInformation+{${GROUP} PublicInfoDetails+{${LOCATION} SatisfactionDate:date ${NAME} InformationDate:date ${MATCH}
    InformationSource InformationType=publicinformation JointAccount AmountPounds:int AmountPence:int CourtPlaintiff CameraNumber
    DataSource TradingName Sex NoCReference}}
  CIFAS+{${GROUP} CIFASDetails+{${NAME} ${LOCATION} ${MATCH} DateOfBirth:date SupplyDate:date ExpiryDate:date InformationSource
    CIFASReference FraudCategory AndOtherLocationes SupplyCompanyName CompanyCode SubCategories NoCReference Product}}
  CAIS+{${GROUP} CAISDetails+{${ACCOUNT}}}
  PreviousApplication+{${GROUP} PrevApplnDetails+{${APPLICATION}}}
  ExtendedPreviousApp{...}
  LocationLink+{${GROUP} LocationLinkDetails+{Location+{${READ_PLACE}} ${NAME} LocationLinkDate:date ${MATCH}
    LocationLinkInd+=link RelatedSegmentNum LocationKey RMC Region LevelNumber LocationLinkNumber LocationLinkCaption
    InformationSource SourceOfData SuperSearchFlag}}
  GoneAway{...} SuccessfulTrace{...} Directors{...}
  NOC+{LocationIndicator NoCDetails+{Reference NumberOfLines:int TextLine} ApplicantIndicator}`;

const SUMMARY = `DataOverflow+ DelphiScore DelphiText NoCCount:int LocationConfirmCnt PublicInfoSummary+{Number+:int TotalAmount
  DateOfLatest} CAISSummary+{Number+:int WorstCurrent WorstHistorical TotalBalance GoneAway CAISPrevSearches{NumberUpTo3Months:int
  Num3To6Months:int Num6To12Months:int TotalNumber:int}}
  SummaryFlags{CIFAS CML Arrangement ReportedDeceased ReportedGoneAway DebtManagement AccountQuery VoluntaryTerm
  PartSettle DebtAssign} NoCReferences{Reference}`;

const OUTPUT = `
  Applicant+{ApplicantIdentifier ${NAME} Alias{...} Gender DateOfBirth+:date FormattedName FormattedDOB}
  Association{...} AuthPlus{...}
  CheckDetails+{LocationIdentifier FlatCheck HouseNameCheck HouseNumberCheck StreetCheck DistrictCheck PostTownCheck
    CountyCheck PostCodeCheck}
  ConsumerSummary{PremiumValueData{Scoring{...} TPD{...}} BureauMatchKey{...}}
  Control+{ExperianReference^ ClientAccountNumber ClientBranchNumber UserIdentity TestDatabase ReprocessFlag ClientRef+ JobNumber
    Parameters{...}}
  Detect{...} Error+{ErrorCode+ Message Severity}
  FullConsumerData+{ConsumerDataSummary{LocationIndicator ApplicantIndicator SummaryDetails{${SUMMARY}}} ConsumerData!{${DATA}}
    ControlDetails{AccountNumber CAISSource CMLCode SearchDate:date SearchTime}}
  LocationDetails+{LocationIdentifier! UKLocation+{${READ_PLACE}} MultiLineLocation{...} FormattedLocation RMC RegionNumber}
  MultipleLocations+{LocationIdentifier UKLocation+{${PLACE}}}
  OneShotFailure+{FailedLocation Reason}
  Residency+{ApplicantIdentifier LocationIdentifier! LocationCode^=location TimeAt+{Years+:int Months+:int}
    ResidencyDateFrom:date ResidencyDateTo:date VRConfirmation+{Confirmed^=confirmed Surname Forename YrsERSP YrsERSF}}
  ThirdPartyData{OutcomeCode OptOut TransientAssocs HHOAllowed OptoutValidCutOff} BureauMatchKey{MatchCategory}`;

const CONSUMER = 'Output/FullConsumerData';

export const EXPERIAN_SHAPE: WireShape = {
  search: { json: declare(`Output!{${OUTPUT}}`) },
  token: declare('token!{issued_at expires_in+:int token_type access_token! ...}'),
  // CAISDetails, caisDetails and cAISDetails are one name.
  isName: (onWire, declared) => field({ [onWire]: true }, declared) === true,
  ignored: /Specified$/,
  // A leading zero comes and goes.
  toPlainCode: (code) => code.replace(/^0(?=\d$)/, ''),
  accounts: /\/CAIS\/CAISDetails$/,
  counters: [
    {
      figure: `${CONSUMER}/ConsumerDataSummary/SummaryDetails/CAISSummary/Number`,
      records: /\/CAIS\/CAISDetails$/,
      of: 'accounts',
    },
    {
      figure: `${CONSUMER}/ConsumerDataSummary/SummaryDetails/PublicInfoSummary/Number`,
      records: /\/PublicInformation\/PublicInfoDetails$/,
      of: 'public records',
    },
  ],
  codes: {
    category: codes('1 2 3 4 5'),
    applicant: codes('1 U'),
    joint: codes('J M'),
    narrative: codes('S T'),
    caption: codes('C O'),
    settled: codes('S D'),
    status: codes('A D F S'),
    months: codes('0 1 2 3 4 5 6 8 9 S U D ?'),
    instruction: codes('A C D G I M P Q R V'),
    frequency: codes('W F M Q A P'),
    link: codes('O N'),
    location: codes('01 02 03 04 05 06 07 08 09 10 11 12'),
    confirmed: codes('Y N'),
    account: [...numbers(0, 8), ...numbers(12, 51), ...numbers(53, 64), '69', '70'],
    company: [...numbers(0, 4), '06', ...numbers(8, 13), ...numbers(15, 61)],
    publicinformation: numbers(1, 78),
    application: codes(
      'QC QI QL QM QP QS QT QU QX UC UE IA IF IG IM IT AO GF CA CC CD CH CS CU HC HP MB MG MH MU MX OA PL RA RC SC SL ST TC TF ' +
        'TM UT IN PI GA CO IP BK AG AC DM EQ CL CM CT DR RS RT TB TS TT FB FG FI FP FT EM GB VG VH RE UA US ML BA',
    ),
  },
};

function numbers(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, '0'));
}
