// What adapters leave out of the bureaus' replies, by reason; and what helps to see that the rest is read. Paths are short ones: without
// the envelope, and from the person's records on. One that ends in a stroke has all that is not read below it; a path may begin inside.
import type { BureauId } from '../../../src/domain/reports/credit-report.ts';

const ECHO = 'an echo of what was asked; our reference and the birthday are compared';
const OTHERS = 'other people’s';
const AGGREGATE = 'the bureau’s own aggregate: no record, and no checksum of records';
const PLACE = 'where the record was filed: whose it is, is told by its mark, name and birthday';
const PLUMBING = 'of the bureau’s own service: counters, keys, marks of its sources';
const NO_PLACE = 'nothing in the interface has a place for it';
const FRAUD = 'of a fraud marker only that there is one, and who filed it by name: never why';
const PICK = 'a list to pick from: we never pick';
const ROLL = 'how the roll says it; the periods are read from its dates';
const SOURCE = 'which company reported a link; its dates are read';
const SAID = 'read, and in these twins another value says it first; tests of its own have it alone';
const MARKED = 'the bureau’s mark says whose it is; the name is read only where there is none';
const FAULT = 'other words of a fault; the outcome is by one of them';

export const UNREAD: Record<BureauId, Record<string, readonly string[]>> = {
  transunion: {
    [ECHO]: ['creditrequest/', 'picklist/applicant/address/addressinput/', 'nameinput/'],
    [PICK]: [
      'picklist/@maxaddressitems',
      'picklist/@maxnameitems',
      'picklist/@picklist',
      'picklist/@regenerated',
    ],
    'the choice of the bureau, which the match says again': [
      ...[
        'picklist/applicant/@id',
        'picklist/applicant/@reporttype',
        'picklist/applicant/address/@addressid',
      ],
      ...[
        'fullmatches/@reporttype',
        'fullmatches/@matchstatus',
        'fullmatch/name/@nameid',
        'namematches/',
        'fullmatch/@selected',
      ],
    ],
    [OTHERS]: ['tpd/', 'oias/'],
    [AGGREGATE]: [
      ...['summary/searches/totalhomecreditsearches3months', 'share/totalopened6months'],
      ...['share/worsepaystatus12months', 'share/worsepaystatus36months', 'share/totaldelinqs12months'],
      ...['share/totaldefaults12months', 'share/totaldefaults36months', 'summaryaddress/', 'summary/address'],
      'summary/address/',
    ],
    [PLACE]: [
      ...['accholderdetails/address', 'accholderdetails/address/', 'judgment/address', 'judgment/address/'],
      ...[
        'bai/address',
        'bai/address/',
        'noc/name',
        'noc/address',
        'noc/address/',
        'search/address',
        'search/address/',
      ],
      ...['holder/address', 'holder/address/', 'person/address', 'person/address/'],
    ],
    [ROLL]: ['erhistory/optout', 'erhistory/rollingroll', 'addressconf/@pafvalid', 'resident/name'],
    [NO_PLACE]: [
      ...[
        'ah/@bal',
        'ah/@limit',
        'accholderdetails/statuscode',
        'accholderdetails/startdate',
        'accholderdetails/enddate',
      ],
      ...[
        'accdetails/paystartdate',
        'search/ownsearch',
        'search/subsequentenquiry',
        'search/credittype',
        'search/jointapplication',
      ],
      ...['rtr/account/rollover', 'rtr/account/creditext', 'rtr/account/changepay'],
    ],
    [SOURCE]: [
      ...[
        'supplierdetails/suppliertypecode',
        'aliaslink/@declared',
        'associatelink/@declaredaddress',
        'associatelink/@oiaid',
      ],
      ...[
        'associatelink/navlinkid',
        'address/@undeclaredaddresstype',
        'addresses/address/@addressid',
        'addresses/address/@declared',
      ],
      ...['addresses/address/@navlinkid', 'link/@from', 'link/@to', 'link/creationdate', 'link/lastconfdate'],
    ],
    [FRAUD]: ['cifas/filing/details/'],
    [PLUMBING]: [
      ...[
        'jobdetails/cast',
        'jobdetails/pstv',
        'jobdetails/ls',
        'jobdetails/searchdate',
        'creditreport/@searchid',
      ],
      ...['@tpoptout', '@ageflag', 'search/searchref'],
    ],
    [FAULT]: ['faultcode'],
    [SAID]: [
      ...[
        'delinquent/delinqdate',
        'delinquent/delinqbal',
        'summary/rtr/hasupdates',
        'addresslinks/addresses/address/@current',
      ],
      ...['aliaslink/alias', 'rtr/account/acctypecode', 'addressmatch/abodeno'],
    ],
  },
  experian: {
    [ECHO]: [
      'Applicant/',
      'ThirdPartyData/',
      'Residency/ResidencyDateFrom/',
      'Residency/ResidencyDateTo/',
      'LocationDetails/',
    ],
    [PICK]: ['MultipleLocations/'],
    [AGGREGATE]: [
      ...[
        'ConsumerSummary/',
        'SummaryDetails/CAISSummary/',
        'SummaryDetails/LocationConfirmCnt',
        'SummaryFlags/',
      ],
      ...['ConsumerDataSummary/ApplicantIndicator', 'ConsumerDataSummary/LocationIndicator'],
    ],
    [PLACE]: [
      ...[
        'CAISDetails/Location/',
        'PrevApplnDetails/Location/',
        'PublicInfoDetails/Location/',
        'LocationIndicator',
      ],
      ...['VRollPersonDetails/HouseName', 'VotersRollLocation/', 'Sex'],
    ],
    'how well it matched; the group and the mark say whose it is': ['MatchDetails/'],
    [ROLL]: ['VRollPersonDetails/SurnameReg', 'VRConfirmation/YrsERSF'],
    [NO_PLACE]: [
      ...[
        'CAISDetails/AccountBalances/',
        'SpecialInstrDet/RevisedPayment',
        'PrevApplnDetails/Amount',
        'PrevApplnDetails/Term',
      ],
      ...['PrevApplnDetails/JointApplicant', 'PrevApplnDetails/TimeAtLocation/', 'DelinquentBalance/Amount'],
    ],
    [FRAUD]: ['CIFASDetails/'],
    [SOURCE]: ['AssociationDetails/', 'LocationLink/'],
    [PLUMBING]: [
      ...[
        'ControlDetails/',
        'InformationSource',
        'NumAccountBalances',
        'NumAddInfoBlocks',
        'OwnData',
        'BankFlag',
        'Caption',
      ],
      ...[
        'SettleDateCaption',
        'NoCDetails/NumberOfLines',
        'PrevApplnDetails/AccountNumber',
        'CameraNumber',
        'DataSource',
        'SegmentIDNumber',
      ],
    ],
    'blanks for an amount that is none': [
      'CAISDetails/Balance',
      'CAISDetails/CreditLimit',
      'CAISDetails/CurrentDefBalance',
      'CAISDetails/DelinquentBalance',
    ],
    [FAULT]: ['CheckDetails/', 'OneShotFailure/', 'Error/'],
    [MARKED]: [
      ...[
        'PrevApplnDetails/Name/',
        'PublicInfoDetails/Name/',
        'VRollPersonDetails/Name/Forename',
        'VRollPersonDetails/Name/Surname',
      ],
    ],
    'a slip of the pen in a birthday is not said of a search': [
      'PrevApplnDetails/DateOfBirth/MM',
      'PrevApplnDetails/DateOfBirth/DD',
    ],
  },
  equifax: {
    [ECHO]: ['inputAddress/', 'provider'],
    [PICK]: ['potentialMatchedAddress/'],
    [AGGREGATE]: ['nonAddressSpecificData/attributes/'],
    [FRAUD]: ['cifas/caseType', 'cifas/applicationDate/', 'cifas/fraudDate/', 'cifas/filingReason/'],
    [OTHERS]: ['associate/dob/'],
    [ROLL]: ['electoralRoll/seniority'],
    [NO_PLACE]: ['product/lastDelinquentDate', 'jointApplicant', 'optIn', 'product/@overdraft'],
    [SOURCE]: ['alias/dob/'],
    [PLUMBING]: [
      ...['@sourcedFrom', 'sourcedFrom', 'insightQuality/', 'linkType', 'Header/'],
      ...['product/accountNumber', 'product/clientNumber'],
    ],
    [FAULT]: ['faultcode', 'faultstring', 'faultstring/@xml:lang', 'detail/'],
    [MARKED]: [
      ...[
        'courtAndInsolvencyInformation/name/',
        'electoralRoll/name/',
        'previousCreditSearch/name/',
        'previousNonCreditSearch/name/',
      ],
    ],
    [SAID]: ['product/startBalance/@suppressed', 'product/defaultBalance/suppressed', 'index'],
  },
};

/** Of another person, whole: nothing below is read, whatever it says. */
export const NEVER_READ = ['oias/', 'tpd/'];

/** Other values that show that one is read, by its path or its last name, where neither nothing nor another letter does. */
export const SHOWN_BY: Record<string, readonly string[]> = {
  'rtr/account/repayfreqcode': ['M'],
  ervalid: ['2'],
  ccjType: ['BANKRUPTCY'],
  '@acc': ['DF'],
  '@reporttitle': ['Not matched'],
  type: ['D'],
  name: ['MR ZEBEDEE QUORN'],
  surname: ['QUORN'],
  forename: ['ZEBEDEE'],
  Surname: ['QUORN'],
  Forename: ['ZEBEDEE'],
  dob: ['1950-01-01'],
  CCYY: ['1950'],
  totalaccounts: ['99'],
  totalactiveaccs: ['99'],
  totalcifas: ['9'],
};

/** Read only where the other of the same record says nothing, by their last names. */
export const READ_WITHOUT: Record<string, string> = {
  accgroupid: 'acctypecode',
  '@declaredalias': '@currentname',
  startdate: 'duration',
  enddate: 'duration',
  name: 'dob',
  dob: 'name',
  DelphiScore: 'E5S051',
};

const ENVELOPE =
  /^(?:Envelope\/(?:Body\/)?(?:Search07aResponse\/SearchResult\/|Fault\/|\w+SearchResponse\/)?|Output\/(?:FullConsumerData\/(?:ConsumerData\/)?)?)/;

/** Equifax's products are elements, and its places are of two kinds: read by one code. */
export function shortPath(path: string): string {
  return path
    .replace(ENVELOPE, '')
    .replace(/^creditreport\/applicant\//, '')
    .replace(/^soleSearch\/primary\/(?:supplied|linked)AddressData\//, '')
    .replace(/^addressSpecificData\//, '')
    .replace(/^insightData\/\w+/i, 'insightData/product');
}
