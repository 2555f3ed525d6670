// The shape of Equifax's replies as public samples show it (EWS v1, v2 and v4, 2017 to 2023; there is no public schema), for
// `trefoil bureau check` to compare with what a contract sends. How it is written: checking/declared.ts. XML and JSON are the same
// tree; what is an attribute in XML is a field in JSON, and is written here as a field.
import { codes, declare, type WireShape } from '../checking/declared.ts';
import { unwrapped } from './wire.ts';

const NAME = 'name+{middleName surname! title+ forename^}';
const MATCH = 'nameMatchStatus!=match';
const ADDRESS = 'address+{county+ district+ name+ number+ postcode^ postTown^ street1+ street2+ addressID+}';
const MONEY = 'amount!:money currency^';
const BALANCE = `{suppressed^:flag balanceAmount+{${MONEY}}}`;

/** Accounts come by product, under one of these. The last three are second hand. */
const PRODUCTS = [
  'bankDefaultAgreement|basicBankAccount|bridgingFinance|budgetAccount|buyToLetMortgage|chargeCard|commsSupplyAccount',
  'consolidatedDebt|councilArrears|creditCard|currentAccount|fixedTermAgreement|greenDeals|hirePurchase',
  'homeLendingAgreement|insuranceAgreement|localAuthorityHousing|mailOrderAccount|optionAccount|payDayOrShortTermLoan',
  'propertyRental|publicUtilityAccount|rentalAgreement|securedLoan|socialHousingRental|studentLoan',
  'uncategorisedAgreement|unpresentableCheque|unsecuredLoan|xmasClub|mortgageAccount|homeCredit|overdraft',
].join('|');

const ACCOUNT = `sourcedFrom overdraft:flag dob^:date ${NAME} ${MATCH}
  paymentHistory+{ageInMonths!:int paymentStatus!=mark accountBalance creditLimit statement{cashAdvanceCount:int cashAdvanceValue creditLimitChange
    paymentAmount promotionalRate statementBalance}}
  companyClass^=class creditLimit+{suppressed^:flag limit+{${MONEY}}} currentBalance^${BALANCE} defaultBalance+${BALANCE}
  endDate+:date fixedPaymentTerms+{numberOfPayments!:int paymentAmount!{${MONEY}}} insightQuality{qualityIndicator1:flag qualityIndicator2:flag} lastDelinquentDate:int
  lastUpdateDate^:date paymentFrequency+=frequency startBalance+${BALANCE} startDate^:date loanType+ flexible companyName+
  accountNumber+ clientNumber`;

const SEARCH = `sourcedFrom dob+:date ${NAME} ${MATCH} companyName+ companyType+ jointApplicant:flag optIn:flag searchDate^:date
  searchType+ address{...}`;

const PLACE = `addressMatchStatus^=place index:int linkType=link inputAddress{sourcedFrom address{line}}
  noticeOfCorrectionOrDisputePresent:flag matchedAddress+{sourcedFrom ${ADDRESS}}
  potentialMatchedAddress+{sourcedFrom ${ADDRESS}}
  addressSpecificData+{
    electoralRollData+{electoralRoll+{sourcedFrom ${NAME} ${MATCH} seniority annualRegisterPeriod+{start!:int end+:int}}}
    insightData|InsightData+{${PRODUCTS}+{${ACCOUNT}}}
    previousSearches+{previousCreditSearch+{${SEARCH}} previousNonCreditSearch+{${SEARCH}}}
    courtAndInsolvencyInformationData{courtAndInsolvencyInformation{ccjType value{amount:money currency} courtDate:date courtName
      caseNumber satisfactionDate:date dischargeDate:date name{...} nameMatchStatus=match}}
    cifasData{cifas{caseType filingReason{id text _} applicationDate:date fraudDate:date companyName nameMatchStatus=match}}}`;

const REPLY = `clientRef!
  nonAddressSpecificData{scores{score{sourcedFrom scoreLabel positive value}} attributes{attribute{identifier value reason
    numericValue} identifier value reason numericValue} associates{associate{dob:date ${NAME} sourcedFrom}}
    aliases{alias{aliasName dob:date sourcedFrom}}}
  soleSearch!{primary!{suppliedAddressData!{${PLACE}} linkedAddressData+{${PLACE}}}} provider`;

const HEADER = `PasswordExpiryInformation+{PasswordSecurity!{mustChangePassword!:flag passwordValidityPeriod:int
  latestDateOfPasswordChange!:date lastPasswordChange:date}}`;

export const EQUIFAX_SHAPE: WireShape = {
  search: {
    xml: declare(`Envelope!{Header{${HEADER}} Body!{creditQuotationSearchResponse!{${REPLY}}}}`),
    json: declare(`${REPLY} efxErrorCode+`),
  },
  unwrap: unwrapped,
  token: declare('token!{access_token! expires_in+:int token_type scope ...}'),
  isName: (onWire, declared) => onWire.replace('@', '') === declared,
  // singleMatch in XML is SINGLE_MATCH in JSON.
  toPlainCode: (code) => code.replaceAll('_', '').toLowerCase(),
  namespace: {
    message:
      /^http:\/\/ewsconsumer\.services\.uk\.equifax\.com\/schema\/v\d\/creditsearch\/creditquotationsearchresponse$/,
    words: 'http://ewsconsumer.services.uk.equifax.com/schema/v2/creditsearch/creditquotationsearchresponse',
    inside: 'none',
  },
  accounts: /\/addressSpecificData\/insightData\/\w+$/i,
  counters: [],
  codes: {
    match: codes('A C V Z'),
    place: codes('singleMatch multipleMatch noMatch notMatched'),
    link: codes('previousFromSuppliedCurrent nextFromSuppliedCurrent'),
    mark: codes('ZERO ONE TWO THREE FOUR FIVE SIX 0 1 2 3 4 5 6 D S U A B I Q N R V W X G Z .'),
    frequency: codes('monthly weekly fortnightly quarterly annually periodically'),
    class: codes('BK BS CC CS CU DC FN FS HC IN LS MF ML MO PB RT UT'),
  },
};
