// The words of invented people and places. Surnames and streets are composed of two halves, so that no list of real ones is
// needed; towns and counties do not exist.

export const FEMALE_FORENAMES =
  'Ada Agnes Alma Amara Beatrix Bronwen Cecily Clara Delphine Dilys Edith Elspeth Esme Farida Fern Flora Greta Hana Hester Imogen Ines Isla Jemima Juno Kezia Leila Lettice Mabel Marigold Mina Nadia Nesta Olwen Orla Parveen Petra Priya Ravi-Anne Rhona Rosalind Saoirse Sunita Tamsin Thea Una Verity Wanda Winifred Yasmin Zadie'.split(
    ' ',
  );

export const MALE_FORENAMES =
  'Abel Alasdair Ambrose Amir Angus Barnaby Bram Caleb Cormac Cyril Dafydd Darius Edmund Emrys Ezra Felix Fergus Gareth Gideon Hamish Hari Horace Idris Ivo Jago Jasper Jean-Luc Kwame Laurence Lorcan Magnus Milo Nikhil Noah Osian Oswin Percy Piers Quentin Rafe Rohan Rufus Seamus Silas Tariq Tobias Umar Vikram Wilfred Yusuf'.split(
    ' ',
  );

export const SURNAME_HEADS =
  'Alder Apple Ash Badger Barley Beck Birch Bracken Bramble Briar Clover Cob Copper Corn Crane Curlew Dapple Elder Fallow Fennel Finch Furze Gorse Hazel Heather Heron Holly Larch Lark Linnet Mallow Maple Merle Moss Nettle Oaken Otter Plover Quill Reed Rowan Rush Sallow Sedge Sorrel Tansy Teasel Thistle Wren Yarrow'.split(
    ' ',
  );

export const SURNAME_TAILS =
  'beck bourne brook by combe croft dale den field fold ford garth gate gill ham holme hurst ley lock low mere moor more shaw stead stone thwaite ton wick wood worth'.split(
    ' ',
  );

export const STREET_NAMES =
  'Alderman Almshouse Barleycorn Bellfounder Bramley Candlemaker Chandler Clockmaker Cooper Damson Dovecote Fletcher Foundry Glover Greengage Hatter Heronry Juniper Kestrel Lantern Lapwing Mallard Medlar Millrace Mulberry Orchard Paddock Pargeter Pippin Quarry Quince Ropewalk Saddler Sexton Shearwater Skylark Smithy Tanner Teal Thatcher Turnpike Wainwright Weaver Wheelwright Windmill'.split(
    ' ',
  );

export const STREET_KINDS = 'Street Road Lane Avenue Close Drive Way Terrace Gardens Crescent'.split(' ');

export const HOUSE_NAMES =
  'Rose Cottage|The Old Forge|Holly House|Brook View|Hilltop|Orchard End|The Gables|Willow Barn'.split('|');

export const BLOCK_NAMES =
  'Curlew Court|Harbour House|Millrace Court|Sorrel House|Tansy Court|Beacon House'.split('|');

export const TOWNS = [
  { town: 'Nether Applewick', county: 'Woldershire' },
  { town: 'Larchminster', county: 'Woldershire' },
  { town: 'Hollinspool', county: 'Tarnland' },
  { town: 'Great Oxlip', county: 'Tarnland' },
  { town: 'Farthinghythe', county: 'Merrowshire' },
  { town: 'Merrowdyke', county: 'Merrowshire' },
  { town: 'Crannocklea', county: 'Fennimoor' },
  { town: 'Stonelark', county: 'Fennimoor' },
  { town: 'Ashwithen-on-Sedge', county: 'Sedgemark' },
  { town: "Bishop's Tarnwick", county: 'Sedgemark' },
] as const;

export const DISTRICTS = 'Eastfield|Upper Green|Mossgate|Saltings|Windle Bank|Kiln Hill'.split('|');
