// The shape of TransUnion's replies as public material shows it (CallReport 7.2, replies of 2013 to 2020), for `trefoil bureau check`
// to compare with what a contract sends. How it is written: checking/declared.ts. The codes are those that we know without the
// bureau's own tables, which are added to them.
import { codes, declare, type WireShape } from '../checking/declared.ts';
import { LOOKUP, SEARCH } from './wire.ts';

const ADDRESS =
  'address{@current:flag @undeclaredaddresstype @messagecode @id @addressid @declared:flag @navlinkid}';
const PARTS =
  'abodeno+ buildingno+ buildingname+ street1+ street2+ sublocality+ locality+ posttown^ postcode^';
const NAME = '@nameid title forename othernames surname suffix';
const NOTICE = `type=noticetype refnum dateraised:date text name ${ADDRESS}`;
const SUPPLIER = 'supplierdetails{@apacs suppliername suppliertypecode=suppliertype}';
const LINK = `creationdate:date lastconfdate:date ${SUPPLIER} notice{${NOTICE}}`;

/** The same of another person: known, and never read. */
const unread = (text: string): string => text.replaceAll(/[+^!]/g, '');

const APPLICANT_ASKED = `address{${unread(PARTS)} startdate:date enddate:date duration} name{${NAME}} dob+:date
  hho:flag tpoptout:flag applicantdemographics{...}`;

const ACCOUNT = `
  supplierdetails+{@apacs suppliername+ suppliertypecode^=suppliertype}
  accholderdetails^{name^ ${ADDRESS} dob^:date statuscode=accountholderstatus startdate:date enddate:date}
  default+{defdate^:date origdefbal!:money termbal:money defsatdate+:date repodate:date}
  delinquent+{delinqdate+:date delinqbal:money}
  acchistory+{ah+{@m!:date @bal:money @limit:money @acc^=accountstatuscode @pay^=payment @stmtbal:money @payamt:money
    @cashadvcount:int @cashadvtotal:money}}
  accdetails!{accno+ accsuffix+ joint!:flag status^=accountstatus dateupdated^:date acctypecode^=accounttype
    accgroupid+=accountgroup currencycode^=currency balance^:money limit+:money openbalance+:money arrstartdate+:date
    arrenddate:date paystartdate:date accstartdate^:date accenddate+:date regpayment+:money expectedpayment+:money
    actualpayment:money repayperiod+:int repayfreqcode^=paymentfrequency lumppayment+:money penintamt:money promotionalrate
    minimumpayment:money statementbalance:money}
  notice{${NOTICE}}`;

const SEARCH_MADE = `searchref searchorgtype^=companytype searchorgname+ yourreference searchunitname ownsearch:flag
  subsequentenquiry:flag username searchpurpose^=searchpurpose credittype=credittype balance:money term jointapplication:flag
  searchdate^:date name+ dob+:date ${ADDRESS} startdate:date enddate:date tpoptout:flag transient:flag linktype`;

const SUMMARY = `searches{totalsearches3months:int totalsearches12months:int totalhomecreditsearches3months:int}
  judgments+{total36m:int total+:int totalactive+:int totalsatisfied+:int}
  bais{totaldischarged:int currentlyinsolvent restricted} notices{nocflag totaldisputes:int}
  links{totalundecaddresses:int totalundecaliases:int totalundecassociates:int} cifas{totalcifas:int} rtr{hasupdates}
  share{totalaccounts+:int totalactiveaccs:int totalsettledaccs:int totalopened6months:int worsepaystatus12months
    worsepaystatus36months totaldelinqs12months:int totaldefaults12months:int totaldefaults36months:int}
  bds{...} ich{...} indebt{...} tpd{...} summaryaddress{pafvalid rollingroll messagecode} ${ADDRESS}`;

const SCORE = 'creditscore{score{@class} reasons{code}}';
const PERSON = `person{name dob:date ${ADDRESS}} company{...}`;

const REPORT = `
  summary{${SUMMARY}} creditscores{${SCORE}} ${SCORE}
  addressconfs+{addressconf+{@pafvalid @otherresidents address!{@current!:flag @undeclaredaddresstype}
    resident+{@matchtype!=residentmatch @currentname!:flag @declaredalias!:flag name^ duration+ startdate:date enddate:date
      ervalid=erstatuscode erhistory{startdate:date enddate:date optout:flag rollingroll:flag notice{${NOTICE}}} notice{${NOTICE}}}}}
  judgments{judgment{name ${ADDRESS} dob:date courtname courttype:int casenumber status=judgmentstatus amount:money
    judgmentdate:date datesatisfied:date notice{${NOTICE}}}}
  bais{bai{dischargedate:date lineofbusiness courtname currentstatus=insolvencystatus amount:money ordertype=insolvencytype
    orderdate:date caseyear caseref restriction{type startdate:date enddate:date} name tradingname ${ADDRESS} dob:date
    notice{${NOTICE}}}}
  nocs{noc{${NOTICE}}}
  searches+{search+{${SEARCH_MADE}}}
  addresslinks+{addresses+{address!{@current!:flag @undeclaredaddresstype @addressid!:int @declared:flag @navlinkid}} links{link{@from @to ${LINK}}}}
  aliaslinks{aliaslink{@declared name alias ${LINK}}}
  associatelinks{associatelink{@declaredaddress @oiaid navlinkid name ${LINK}}}
  cifas{filing{${PERSON} details{membernumber casereferenceno name productcode fraudcategory productdesc frauddesc
    inputdate:date expirydate:date transactiontype} notice{${NOTICE}}} case{caseid
    details{owningmember managingmember casetype productcode facility supplydate:date expirydate:date applicationdate:date
      filingreasons{filingreason} subjects{subject{${PERSON} hometelephone mobiletelephone email subjectrole
        subjectrolequalifier addressdata{type ${ADDRESS}}}}} dmrs{dmr} notice{${NOTICE}}}}
  rtr+{account+{@updated+:date holder+{name+ ${ADDRESS} dob+:date} orgtypecode+=suppliertype orgname+ accnum+ accsuffix+
    acctypecode+=acctype balance+:money limit+:money startdate+:date enddate+:date accstatuscode+=accstatus
    repayfreqcode+=paymentfrequency numoverdue+:int rollover creditext changepay nextpayamount+:money notice{${NOTICE}}}}
  accs+{acc+{${ACCOUNT}}}
  demographics{...} demographics2006{...}
  tpd{@total decision{@total alertindividual{name notice{${NOTICE}}}} review{@total alertindividual{name notice{${NOTICE}}}} hho{...}}
  oias{@total oia{@searchid @oiaid @reporttype @reporttitle accs{acc{${unread(ACCOUNT)}}}}}`;

const RESULT = `
  jobdetails+{searchid! cast pstv ls searchdate:date} payload{...} yourreference+ linkrequest{...} secondaryrequest{...}
  creditrequest+{@schemaversion @datasets applicant+{${APPLICANT_ASKED}} score purpose credittype balorlim term transient
    autosearch autosearchmaximum}
  picklist+{@maxaddressitems @maxnameitems @picklist @regenerated applicant+{@id @reporttype+=reporttype
    address+{@addressid addressinput{${unread(PARTS)}} fullmatches+{@reporttype @matchstatus=matchstatus
      fullmatch+{@selected addressmatch+{${PARTS} domicileid^:int}
        name{@nameid nameinput{${NAME}} namematches{@reporttype @matchstatus namematch{@selected ${NAME} residenceid dnaid
          dob:date}}}}}}}}
  token creditreport+{@searchid @linktype!=linkreporttype applicant!{@reporttype!=reporttype @reporttitle+ @tpoptout
    @autosearchmaxexceeded @ageflag ${REPORT}}}
  BSB{...} Error+{Success+:flag ErrorDetails+{...}}`;

const APPLICANT = `Envelope/Body/${SEARCH}Response/SearchResult/creditreport/applicant`;
const ACCOUNTS = /\/creditreport\/applicant\/accs\/acc$/;

export const TRANSUNION_SHAPE: WireShape = {
  search: { xml: declare(`Envelope!{Header Body!{${SEARCH}Response!{SearchResult!{${RESULT}}}}}`) },
  lookUp: declare(`Envelope!{Header Body!{${LOOKUP}Response!{LookupDataResult!{@version+
    table!{@id! @desc row+{@value! @desc!}}}}}}`),
  tables: codes('accounttype accountstatus payment paymentfrequency suppliertype companytype searchpurpose'),
  isName: (onWire, declared) => onWire === declared,
  namespace: {
    message: /^urn:callcredit\.co\.uk\/soap:(callreport7|bsbandcreditreport7)$/,
    words: 'urn:callcredit.co.uk/soap:callreport7',
    inside: 'same',
    free: 'payload',
  },
  accounts: ACCOUNTS,
  counters: [{ figure: `${APPLICANT}/summary/share/totalaccounts`, records: ACCOUNTS, of: 'accounts' }],
  codes: {
    accounttype: codes(
      'HP BH DH ZH CP CY CX FD DP ML CS SC BA LN UL TL ZL BN EL SO BL DA SE FS SB LP IL SL ED LS FL OL RT CR PR OR MG RM FM CM ' +
        'BM XM FO OM DM ZM MM MT SM IM NM CC CO MC ST RS OA CH FC BD RC ZC IC CZ TM AM AU QA LT QT CB SI BU BO MU UT UE QU GE ' +
        'QG EE QE EW QW OI DU HS HD HX HA MO MA TV WI BC IS CA OD DC SX BK DF RQ IN GI BI CI HI MI PI PT MP PP HC CT LR GA SA ' +
        'EC AF AD BX CD FT GL SS TR BR PL RG VS',
    ),
    suppliertype: codes(
      'AF BF BK BS CA ED CD CB CC CU DC FC FH FN GO HC HS IN IT LS MC MF MO RC RT SC SL ST TC UT VR XX',
    ),
    companytype: codes(
      'AF BF BK BS CA ED CD CB CC CU DC FC FH FN GO HC HS IN IT LS MC MF MO RC RT SC SL ST TC UT VR XX',
    ),
    accountgroup: codes('1 2 3 4 5 6 7 8 9 10'),
    accountstatus: codes('N D S'),
    accountstatuscode: codes('OK AA BB DF DM VD ST DT DR IA QY UC'),
    payment: codes('0 1 2 3 4 5 6 D U'),
    paymentfrequency: codes('M W F Q A P'),
    currency: codes('GBP'),
    searchpurpose: codes('QS CA TV AF AI AV BS DS'),
    reporttype: codes('1 3'),
    linkreporttype: codes('0'),
    residentmatch: codes('IM SM HM'),
    erstatuscode: codes('1 2 3 4 5'),
  },
};
