import { type Kysely, sql } from 'kysely'

/**
 * Each letter with what it looks like, in lower case: made by scripts/look-alikes.mjs of the data of UTS #39, version 13
 * (© Unicode, Inc., Unicode License).
 */
const lookAlikes = `
"'' %o/o 0o 1l Aa Bb Cc Dd Ee Ff Gg Hh Il Jj Kk Ll Mrn Nn Oo Pp Qq Rr Ss Tt Uu Vv Ww Xx Yy Zz \`' il mrn |l
¢c̸ ¥y̵ ¯ˉ ´' ¸, Æae Ðd̵ ×x Øo̸ Þþ æae ð∂̵ øo̸ Đd̵ đd̵ Ħh̵ ħh̵ ıl Łl̸ łl̸ Ŋŋ Œoe œoe Ŧt̵ ŧt̵ ſf ƀb̵ Ɓ'b Ƃb̄
ƃb̄ Ƅb Ɔɔ Ƈc' Ɖd̵ Ɗ'd Ƌd̄ ƌd̄ ƍg Ǝǝ Əǝ Ɛꞓ Ƒf̦ ƒf̦ Ɠg' Ɣy Ɩl Ɨl̵ Ƙk' ƙk̔ ƚl̵ Ɯw Ɲn̦ ƞn̩ Ɵo̵ Ƣƣ Ƥ'p ƥp̔ Ʀr Ƨ2 Ʃʃ
Ƭ't ƭt̔ Ʈt̨ Ʊʊ Ʋu Ƴ'y ƴy̔ Ƶz̵ ƶz̵ Ʒ3 Ƹƹ ƻ2̵ Ƽ5 ƽs ƿþ ǀl ǁll ǃ! Ǥg̵ ǥg̵ Ƕƕ Ƿþ Ȝ3 Ƞn̩ Ȣ8 ȣ8 Ȥz̦ ȥz̦ Ⱥⱥ Ȼc̸ ȼc̸
Ƚl̵ Ⱦt̸ Ɂ? Ƀb̵ Ʉu̵ Ʌʌ Ɇe̸ ɇe̸ Ɉj̵ ɉj̵ Ɋɋ Ɍr̵ ɍr̵ Ɏy̵ ɏy̵ ɑa ɓb̔ ɖd̨ ɗd̔ əǝ ɚǝ˞ ɛꞓ ɠg̔ ɡg ɣy ɦh̔ ɨl̵ ɩl ɪl ɫl̴
ɭl̨ ɮlȝ ɯw ɱrn̦ ɳn̨ ɵo̵ ɶoᴇ ɼr̩ ɽr̨ ʂs̨ ʋu ʏy ʐz̨ ʒȝ ʔ? ʠq̔ ʣdz ʤdȝ ʥdʑ ʦts ʧtʃ ʨtɕ ʩfŋ ʪls ʫlz ʳᣴ ʹ' ʺ'' ʻ'
ʼ' ʽ' ʾ' ʿՙ ˂< ˃> ˄^ ˆ^ ˈ' ˊ' ˋ' ː: ˓ՙ ˗- ˘ˇ ˙ॱ ˚° ˛l ˜~ ˝'' ˡᣳ ˢᣵ ˤˁ ˮ'' ˴' ˶'' ˸: ˻˪ ̅̄ ̌̆ ٰ̍ ̐̆̇ ̑̂ ̓̕ ِ̗
̠̱ ̡̦ ̢̨ ̧̦ ̶̵ ̷̸ ̹̦ ͂̃ ̨ͅ ͇̳ ͗͐ ̇͘ ͦ̊ ͮ̆ Ͱⱶ Ͳͳ ͵ˏ Ͷᴎ ͷᴎ ͺl ͻɔ ͽꜿ Ϳj ΄' Αa Βb Γy Δẟ Εe Ζz Ηh Θo̵ Ιl Κk Λʌ Μrn
Νn Ξξ Οo Ππ Ρp Σʃ Τt Υy Φɸ Χx Ψψ Ωω αa βß γy δẟ εꞓ ηn̩ θo̵ ιl κĸ νv οo ρp σo τᴛ υu φɸ Ϗϗ Ϙϙ Ϛς ϛς Ϝf Ϟϟ Ϡϡ Ϣϣ
Ϥϥ Ϧϧ Ϩ2 ϩƨ Ϫϫ Ϭϭ Ϯϯ ϲc ϳj Ϸþ ϸþ Ϲc Ϻrn Ͻɔ Ͼͼ Ͽꜿ Ђђ Єꞓ Ѕs Іl Јj Љљ Њњ Ћh̵ Џџ Аa Бb̄ Вb Гy Дд Еe Жж З3 Иᴎ Кk Лʌ
Мrn Нh Оo Пπ Рp Сc Тt Уy Фɸ Хx Цц Чч Шш Щщ Ъˉb Ыbl Ьb Ээ Юlo Яᴙ аa б6 вʙ гr еe зɜ иᴎ кĸ мʍ нʜ оo пπ рp сc тᴛ
уy фɸ хx ъˉb ыƅl ьƅ яᴙ єꞓ ѕs іl јj ћh̵ Ѡw ѡw Ѣb̵ ѣb̵ Ѥѥ Ѧѧ Ѩѩ Ѫѫ Ѭѭ Ѯѯ Ѱψ ѱψ Ѳo̵ ѳo̵ Ѵv ѵv Ѹѹ Ѻѻ Ѽw҆҇ ѽw҆҇ Ѿѿ
Ҁҁ Ҋᴎ̦̀ ҋᴎ̦̆ Ҍb̵ ҍb̵ Ҏҏ Ґy' ґr' Ғy̵ ғr̵ Ҕҕ Җж̩ җж̩ Ҙ3̦ ҙɜ̦ Қk̩ қĸ̩ Ҝҝ Ҟk̵ ҟĸ̵ Ҡҡ Ңh̩ ңʜ̩ Ҥҥ Ҧҧ Ҩҩ Ҫc̦ ҫc̦ Ҭt̩
ҭᴛ̩ Үy үy Ұy̵ ұy̵ Ҳx̩ Ҵҵ Ҷҷ Ҹҹ Һh һh Ҽe ҽe Ҿę ҿę Ӏl Ӄӄ Ӆʌ̦ ӆл̦ Ӈh̦ ӈʜ̦ Ӊh̦ ӊʜ̦ Ӌҷ ӌҷ Ӎrn̦ ӎʍ̦ ӏl Ӕae ӕae Әǝ
әǝ Ӡ3 ӡȝ Өo̵ өo̵ Ӷӷ Ӻӻ Ӽӽ Ӿӿ Ԁd ԁd Ԃԃ Ԅԅ Ԇԇ Ԉԉ Ԋƕ Ԍg ԍɢ Ԏԏ Ԑꞓ ԑꞓ Ԓԓ Ԕԕ Ԗԗ Ԙԙ Ԛq ԛq Ԝw ԝw Ԟԟ Ԡԡ Ԣԣ Ԥԥ Ԧԧ Ԩԩ Ԫԫ
Ԭԭ Ԯԯ Աw Բբ Գq Դդ Եե Զq Էէ Ըը Թթ Ժժ Իኮ Լլ Խխ Ծẟ Կկ Հh Ձձ Ղղ Ճճ Մሆ Յȷ Նն Շշ Ոn Չչ Պጣ Ջջ Ռቡ Սu Վվ Տs Րր Ցg Ււ Փɸ
Քf Օo Ֆֆ ՚' ՝' աw գq զq ծẟ հh յȷ ոn պɰ ռn սu ցg քf օo ։: ֜́ ֝́ ֤֚ ֨֙ ֖֭ ֮֘ ֯̊ ִ̣ ֹ̇ ֺ̇ ׀l ׁ̇ ׂ̇ ׃: ׄ̇ ׅ̣ וl טv
י' ןl סo װll ױl' ײ'' ׳' ״'' ؉o/oo ؊o/ooo ؍, ؏ع ؘ́ ؙ̓ ؚِ اl ثىۛ شسۛ ؽى̂ ؿىۛ هo يى ً̋ َ́ ُ̓ ْ̊ ٓ̃ ٖ̩ ٗ̒ ٘̆ ٙ̄ ٚ̆
ٛ̂ ٜ̣ ٝ̔ ٟٕ ٠. ١l ٥o ٧v ٨ʌ ٪o/o ٫, ٬، ٭* ٮى ٯڡ ٲlٴ ٳlٕ ٹىؕ پىۛ ځحٔ څحۛ ڈدؕ ڋڊؕ ڎدۛ ڑرؕ ڒر̆ ژرۛ ڞصۛ ڟطۛ ڤڡۛ ڧف
ڨڡۛ کك ڪك ڭكۛ ڴگۛ ڵل̆ ڷلۛ ںى ڻىؕ ڽىۛ ھo ہo ۃة ۆو̆ ۇو̓ ۈوٰ ۉو̂ ۋوۛ یى ێى̆ ېٻ ۑىۛ ےى ۔- ەo ۟̊ ۨ̆̇ ۬̇ ۮد̂ ۯر̂ ۰.
۱l ۲٢ ۳٣ ۴٤ ۵o ۶٦ ۷v ۸ʌ ۹٩ ۽ء͈ ۾م͈ ۿô ܁. ܂. ܃: ܄: ݀̇ ݁̇ ݂ܼ ݇́ ݑبۛ ݖى̆ ݢڬ ݣكۛ ݧݔ ݨنؕ ݩن̆ ݬرٔ ݱڗؕ ݲحٔ ݾس̂ ߀o ߊl
߫̄ ߭̇ ߮̂ ߳̈ ߴ' ߵ' ߺ_ ࢡبٔ ࢤڢۛ ࢧمۛ ࢨىٔ ࢩݔ ࢮد̤̣ ࢯص̤̣ ࢰگ ࢱو ࢲز̂ ࢶبۢ ࢷىۛۢ ࢹر̆̇ ࢺى̆̇ ࢻڡ ࢼڡ ࢽى ٌࣥ ٌࣨ ࣪̇ ࣫̈ ࣭̣ ࣮̤ ࣰ̋
ࣱٌ ࣲٍ ࣳ̓ ࣸ͐ ࣹ͔ ࣺ͕ ࣿ͐ ऀ͒ ँ̆̇ ं̇ ः: ऄअॆ आअा ईर्इ ऍएॅ ऎएॆ ऐएे ऑअॉ ऒअाॆ ओअाे औअाै ़̣ ॒̱ ॓̀ ॔́ ॥।। ०o १٩ ॽ? ঁ̆̇ আঅা
়̣ ৠঋৃ ৡঋৃ ০o ৪8 ৭9 ਂ̇ ਃঃ ਆਅਾ ਇੲਿ ਈੲੀ ਉੳੁ ਊੳੂ ਏੲੇ ਐਅੈ ਔਅੌ ਼̣ ੋॆ ੍् ੦o ੧9 ੪8 ઁ̆̇ ં̇ ઃ: આઅા ઍઅૅ એઅે ઐઅૈ ઑઅાૅ
ઓઅાે ઔઅાૈ ઼̣ ઽऽ ુु ૂू ્् ૦o ૨२ ૩३ ૪४ ૮८ ૰॰ ଁ̆̇ ଃ8 ଆଅା ଠo ଼̣ ୦o ୨9 ஂ̊ ஊஉள ஜஐ ரஈ ாஈ ைன ்̇ ௗள ௦o ௧க ௨உ ௪ச ௫ஈு ௬சு
௭எ ௮அ ௰ய ௲சூ ௴மீ ௵௳ ௷எவ ௸ஷ ௺நீ ఀ̆̇ ంo ఃঃ ఓఒౕ ఔఒౌ ఠరּ ఢడ̣ థధּ భబ̣ మవు షవ̣ హవా ూుా ౄృా ౠఋా ౡఌా ౦o ಁ̆̇ ಂo ಃঃ ಅఅ
ಆఆ ಇఇ ಒఒ ಓఒౕ ಔఒౌ ಜజ ಞఞ ಣణ ಯయ ಱఱ ಲల ೡಌಾ ೦o ೧౧ ೨౨ ೯౯ ഁ̆̇ ംo ഃঃ ഈഇൗ ഉஉ ഊஉൗ ഌനു ഐഎെ ഓഒാ ഔഒൗ ങനു ജஐ ഠo ണண റര ഴழ ശஶ
ഺடி ിி ീி ൂു ൃു ൈെെ ൎॱ ൚ന്മ ൟoരo ൡഞ ൦o ൪ര് ൫ദ്ര ൬ന്ന ൭9 ൮വ്ര ൯ന് ൶ഹ്മ ൹നു ൻന് ർര് ංo ඃঃ ෩෨ා ෪ජ ෫ද ෯෨ී ฃข ซช ฏฎ
ดค ตค ทฑ มฆ ฦภ แเเ ๅา ํ̊ ๐o ຈจ ຍย ບบ ປป ຝฝ ພพ ຟฟ ุຸ ูູ ่່ ้້ ๊໊ ๋໋ ໍ̊ ໐o ༀཨོཾ ༂འུྂཿ ༃འུྂ༔ ༎།། ༛༚༚ ༞༝༝ ༟༚༝ ༷̥
ཪར ࿎༝༚ ࿕卐 ࿖卍 ကဂာ တoာ ဝo ဟပာ ဩသြ ဪသြော် ံ̊ းঃ ၀o ။၊၊ ၥ၁ ၦပှ ၯပာှ ၰဃှ ၾၽှ ႁဂှ ႞ႃ̊ Ⴀꞇ Ⴁⴁ Ⴂⴂ Ⴃⴃ Ⴄⴄ Ⴅⴅ Ⴆⴆ Ⴇⴇ Ⴈⴈ Ⴉⴉ
Ⴊⴊ Ⴋⴋ Ⴌⴌ Ⴍⴍ Ⴎⴎ Ⴏⴏ Ⴐⴐ Ⴑⴑ Ⴒⴒ Ⴓⴓ Ⴔⴔ Ⴕⴕ Ⴖⴖ Ⴗⴗ Ⴘⴘ Ⴙⴙ Ⴚⴚ Ⴛⴛ Ⴜⴜ Ⴝⴝ Ⴞⴞ Ⴟⴟ Ⴠⴠ Ⴡⴡ Ⴢⴢ Ⴣⴣ Ⴤⴤ Ⴥⴥ Ⴧⴧ Ⴭⴭ ყy ჳȝ ჿo ᄁᄀᄀ ᄄᄃᄃ ᄈᄇᄇ
ᄊᄉᄉ ᄍᄌᄌ ᄓᄂᄀ ᄔᄂᄂ ᄕᄂᄃ ᄖᄂᄇ ᄗᄃᄀ ᄘᄅᄂ ᄙᄅᄅ ᄚᄅᄒ ᄛᄅᄋ ᄜᄆᄇ ᄝᄆᄋ ᄞᄇᄀ ᄟᄇᄂ ᄠᄇᄃ ᄡᄇᄉ ᄢᄇᄉᄀ ᄣᄇᄉᄃ ᄤᄇᄉᄇ ᄥᄇᄉᄉ ᄦᄇᄉᄌ ᄧᄇᄌ ᄨᄇᄎ ᄩᄇᄐ ᄪᄇᄑ
ᄫᄇᄋ ᄬᄇᄇᄋ ᄭᄉᄀ ᄮᄉᄂ ᄯᄉᄃ ᄰᄉᄅ ᄱᄉᄆ ᄲᄉᄇ ᄳᄉᄇᄀ ᄴᄉᄉᄉ ᄵᄉᄋ ᄶᄉᄌ ᄷᄉᄎ ᄸᄉᄏ ᄹᄉᄐ ᄺᄉᄑ ᄻᄅᄒ ᄽᄼᄼ ᄿᄾᄾ ᅁᄋᄀ ᅂᄋᄃ ᅃᄋᄆ ᅄᄋᄇ ᅅᄋᄉ ᅆᄋᅀ ᅇᄋᄋ ᅈᄋᄌ
ᅉᄋᄎ ᅊᄋᄐ ᅋᄋᄑ ᅍᄌᄋ ᅏᅎᅎ ᅑᅐᅐ ᅒᄎᄏ ᅓᄎᄒ ᅖᄑᄇ ᅗᄑᄋ ᅘᄒᄒ ᅚᄀᄃ ᅛᄂᄉ ᅜᄂᄌ ᅝᄂᄒ ᅞᄃᄅ ᅢᅡ丨 ᅤᅣ丨 ᅦᅥ丨 ᅨᅧ丨 ᅪᅩᅡ ᅫᅩᅡ丨 ᅬᅩ丨 ᅯᅮᅥ ᅰᅮᅥ丨 ᅱᅮ丨 ᅳー
ᅴー丨 ᅵ丨 ᅶᅡᅩ ᅷᅡᅮ ᅸᅣᅩ ᅹᅣᅭ ᅺᅥᅩ ᅻᅥᅮ ᅼᅥー ᅽᅧᅩ ᅾᅧᅮ ᅿᅩᅥ ᆀᅩᅥ丨 ᆁᅩᅧ丨 ᆂᅩᅩ ᆃᅩᅮ ᆄᅭᅣ ᆅᅭᅣ丨 ᆆᅭᅣ ᆇᅭᅩ ᆈᅭ丨 ᆉᅮᅡ ᆊᅮᅡ丨 ᆋᅮᅥー ᆌᅮᅧ丨 ᆍᅮᅮ
ᆎᅲᅡ ᆏᅲᅥ ᆐᅲᅥ丨 ᆑᅲᅧ ᆒᅲᅧ丨 ᆓᅲᅮ ᆔᅲ丨 ᆕーᅮ ᆖーー ᆗー丨ᅮ ᆘ丨ᅡ ᆙ丨ᅣ ᆚ丨ᅩ ᆛ丨ᅮ ᆜ丨ー ᆝ丨ᆞ ᆟᆞᅥ ᆠᆞᅮ ᆡᆞ丨 ᆢᆞᆞ ᆣᅡー ᆤᅣᅮ ᆥᅧᅣ ᆦᅩᅣ ᆧᅩᅣ丨 ᆨᄀ ᆩᄀᄀ
ᆪᄀᄉ ᆫᄂ ᆬᄂᄌ ᆭᄂᄒ ᆮᄃ ᆯᄅ ᆰᄅᄀ ᆱᄅᄆ ᆲᄅᄇ ᆳᄅᄉ ᆴᄅᄐ ᆵᄅᄑ ᆶᄅᄒ ᆷᄆ ᆸᄇ ᆹᄇᄉ ᆺᄉ ᆻᄉᄉ ᆼᄋ ᆽᄌ ᆾᄎ ᆿᄏ ᇀᄐ ᇁᄑ ᇂᄒ ᇃᄀᄅ ᇄᄀᄉᄀ ᇅᄂᄀ ᇆᄂᄃ ᇇᄂᄉ
ᇈᄂᅀ ᇉᄂᄐ ᇊᄃᄀ ᇋᄃᄅ ᇌᄅᄀᄉ ᇍᄅᄂ ᇎᄅᄃ ᇏᄅᄃᄒ ᇐᄅᄅ ᇑᄅᄆᄀ ᇒᄅᄆᄉ ᇓᄅᄇᄉ ᇔᄅᄇᄒ ᇕᄅᄇᄋ ᇖᄅᄉᄉ ᇗᄅᅀ ᇘᄅᄏ ᇙᄅᅙ ᇚᄆᄀ ᇛᄆᄅ ᇜᄆᄇ ᇝᄆᄉ ᇞᄆᄉᄉ ᇟᄆᅀ ᇠᄆᄎ
ᇡᄆᄒ ᇢᄆᄋ ᇣᄇᄅ ᇤᄇᄑ ᇥᄇᄒ ᇦᄇᄋ ᇧᄉᄀ ᇨᄉᄃ ᇩᄉᄅ ᇪᄉᄇ ᇫᅀ ᇬᄋᄀ ᇭᄋᄀᄀ ᇮᄋᄋ ᇯᄋᄏ ᇰᅌ ᇱᄋᄉ ᇲᄋᅀ ᇳᄑᄇ ᇴᄑᄋ ᇵᄒᄂ ᇶᄒᄅ ᇷᄒᄆ ᇸᄒᄇ ᇹᅙ ᇺᄀᄂ ᇻᄀᄇ ᇼᄀᄎ
ᇽᄀᄏ ᇾᄀᄒ ᇿᄂᄂ ሀu ሣɰ ቀɸ በn ኔձ ዐo Ꭰd Ꭱr Ꭲt Ꭳꭳ Ꭴo' Ꭵl Ꭶꭶ Ꭷꭷ Ꭸⱶ Ꭹy Ꭺa Ꭻj Ꭼe Ꭽꭽ Ꭾ? Ꭿꭿ Ꮀⱶ Ꮁy Ꮂꮂ Ꮃw Ꮄꮄ Ꮅꮅ Ꮆꮆ Ꮇrn Ꮈꮈ Ꮉꮉ
Ꮊꮊ Ꮋh Ꮌꮌ Ꮍy Ꮎo̵ Ꮏƫ Ꮐg Ꮑꮑ Ꮒh Ꮓz Ꮔꮔ Ꮕꮕ Ꮖꮖ Ꮗw Ꮘꮘ Ꮙꮙ Ꮚꮚ Ꮛꞓ Ꮜu̵ Ꮝꮝ Ꮞ4 Ꮟb Ꮠꮠ Ꮡꮡ Ꮢr Ꮣꮣ Ꮤw Ꮥs Ꮦꮦ Ꮧꮧ Ꮨꮨ Ꮩv Ꮪs Ꮫꮫ Ꮬꮬ Ꮭꮭ
Ꮮl Ꮯc Ꮰꮰ Ꮱꮱ Ꮲp Ꮳꮳ Ꮴꮴ Ꮵꮵ Ꮶk Ꮷd Ꮸꮸ Ꮹꮹ Ꮺꮺ Ꮻo̵ Ꮼꮼ Ꮽꮽ Ꮾ6 Ꮿꮿ Ᏸß Ᏹᏹ Ᏺh̔ Ᏻg Ᏼb Ᏽᏽ ᏻɢ ᏼʙ ᐀= ᐃẟ ᐌ·ᐁ ᐍᐁ· ᐎ·ẟ ᐏẟ· ᐐ·ᐄ ᐑᐄ·
ᐒ·ᐅ ᐓᐅ· ᐔ·ᐆ ᐕᐆ· ᐗ·ᐊ ᐘᐊ· ᐙ·ᐋ ᐚᐋ· ᐧ· ᐫᐁᐠ ᐬẟᐠ ᐭᐅᐠ ᐮᐊᐠ ᐯv ᐱʌ ᐳ> ᐷ·> ᐸ< ᐺ·v ᐻv· ᐼ·ʌ ᐽʌ· ᐾ·ᐲ ᐿᐲ· ᑀ·> ᑁ>· ᑂ·ᐴ ᑃᐴ· ᑄ·<
ᑅ<· ᑆ·ᐹ ᑇᐹ· ᑊ' ᑌu ᑎn ᑔ·ᑐ ᑗ·u ᑘu· ᑙ·n ᑚn· ᑛ·ᑏ ᑜᑏ· ᑝ·ᑐ ᑞᑐ· ᑟ·ᑑ ᑠᑑ· ᑡ·ᑕ ᑢᑕ· ᑣ·ᑖ ᑤᑖ· ᑧu' ᑨn' ᑩᑐ' ᑪᑕ' ᑭp ᑯd ᑲb ᑳḃ
ᑴ·ᑫ ᑵᑫ· ᑶ·p ᑷp· ᑸ·ᑮ ᑹᑮ· ᑺ·d ᑻd· ᑼ·ᑰ ᑽᑰ· ᑾ·b ᑿb· ᒀ·ḃ ᒁḃ· ᒅᑫ' ᒆp' ᒇd' ᒈb' ᒍj ᒒ·ᒉ ᒓᒉ· ᒔ·ᒋ ᒕᒋ· ᒖ·ᒌ ᒗᒌ· ᒘ·j ᒙj·
ᒚ·ᒎ ᒛᒎ· ᒜ·ᒐ ᒝᒐ· ᒞ·ᒑ ᒟᒑ· ᒥy ᒪl ᒬ·ᒣ ᒭᒣ· ᒮ·y ᒯy· ᒰ·ᒦ ᒱᒦ· ᒲ·ᒧ ᒳᒧ· ᒴ·ᒨ ᒵᒨ· ᒶ·l ᒷl· ᒸ·ᒫ ᒹᒫ· ᒿ2 ᓉ·ᓀ ᓊᓀ· ᓋ·ᓇ ᓌᓇ· ᓍ·ᓈ
ᓎᓈ· ᓑᐡ ᓜ·ᓓ ᓝᓓ· ᓞ·ᓕ ᓟᓕ· ᓠ·ᓖ ᓡᓖ· ᓢ·ᓗ ᓣᓗ· ᓤ·ᓘ ᓥᓘ· ᓦ·ᓚ ᓧᓚ· ᓨ·ᓛ ᓩᓛ· ᓶ·ᓭ ᓷᓭ· ᓸ·ᓯ ᓹᓯ· ᓺ·ᓰ ᓻᓰ· ᓼ·ᓱ ᓽᓱ· ᓾ·ᓲ ᓿᓲ· ᔀ·ᓴ ᔁᓴ·
ᔂ·ᓵ ᔃᓵ· ᔌᔋ< ᔍᔋᑕ ᔎᔋb ᔏᔋᒐ ᔗ·ᔐ ᔘᔐ· ᔙ·ᔑ ᔚᔑ· ᔛ·ᔒ ᔜᔒ· ᔝ·ᔓ ᔞᔓ· ᔟ·ᔔ ᔠᔔ· ᔡ·ᔕ ᔢᔕ· ᔣ·ᔖ ᔤᔖ· ᔯ·4 ᔰ4· ᔱ·ᔨ ᔲᔨ· ᔳ·ᔩ ᔴᔩ· ᔵ·ᔪ
ᔶᔪ· ᔷ·ᔫ ᔸᔫ· ᔹ·ᔭ ᔺᔭ· ᔻ·ᔮ ᔼᔮ· ᕀᐩ ᕁx ᕎ·ᕌ ᕏᕌ· ᕛ·ᕚ ᕜᕚ· ᕨ·ᕧ ᕩᕧ· ᕷẟ ᕼh ᕽx ᕾᕐᑬ ᕿᕐp ᖀᕐᑮ ᖁᕐd ᖂᕐᑰ ᖃᕐb ᖄᕐḃ ᖅᕐᒃ ᖇr ᖎᖕᒊ ᖏᖕᒋ
ᖐᖕᒌ ᖑᖕj ᖒᖕᒎ ᖓᖕᒐ ᖔᖕᒑ ᖯb ᖴf ᖵⅎ ᖷꟻ ᗄɐ ᗅa ᗞd ᗪd ᗯw ᗰrn ᗷb ᘂᒐ ᘃᒉ ᘄᓓ ᘇᓚ ᘢᕃ ᘣᕆ ᘤᕊ ᘮʊ ᘯω ᘴʊ ᘵω ᙭x ᙮x ᙯᕐᑫ ᙰᖕᒉ ᙱᖖᒋ ᙲᖖᒌ
ᙳᖖj ᙴᖖᒎ ᙵᖖᒐ ᙶᖖᒑ ᙷᖧ· ᙸᖨ· ᙹᖩ· ᙺᖪ· ᙻᖫ· ᙼᖬ· ᙽᖭ· ᚲ< ᚷx ᛁl ᛂᚽ ᛌ' ᛕk ᛖrn ᛘψ ᛡᚼ ᛫· ᛬: ᛭+ ᛰɸ ᜵/ ឣអ ិิ ីี ឹึ ឺื ំ̊ ់่ ៓̊
។ฯ ៕๚ ៙๏ ៚๛ ᠃: ᠉: ᡕᠵ ᢖᡜ ᢳ·ᢱ ᢶ·ᢴ ᢹ·ᢸ ᣂ·ᣀ ᣆ·ᓂ ᣇᓂ· ᣈ·ᓃ ᣉᓃ· ᣊ·ᓄ ᣋᓄ· ᣌ·ᓅ ᣍᓅ· ᣎ·ᕃ ᣏ·ᕆ ᣐ·ᕇ ᣑ·ᕈ ᣒ·ᕉ ᣓ·ᕋ ᣛᣵ ᣜᣟᐞ ᣝᐞᣟ ᣠᕃ·
ᣣᕞ· ᣤᕦ· ᣥᕫ· ᣨᖆ· ᣪᖗ· ᣭw· ᣰᗴ· ᣲᘛ· ᧐ᦞ ᧑ᦱ ᪀ᩅ ᪐ᩅ ᪩᪨᪨ ᪫᪪᪨ ᪴ۛ ̨᪷ ᭒ᬍ ᭓ᬑ ᭘ᬨ ᭜᭐ ᭟᭞᭞ ᰼᰻᰻ ᱿᱾᱾ Ᲊᲊ Აა Ბბ Გგ Დდ Ეე Ვვ Ზზ Თთ
Იი Კკ Ლლ Მმ Ნნ Ოო Პპ Ჟჟ Რრ Სს Ტტ Უუ Ფფ Ქქ Ღღ Ყy Შშ Ჩჩ Ცც Ძძ Წწ Ჭჭ Ხხ Ჯჯ Ჰჰ Ჱჱ Ჲჲ Ჳȝ Ჴჴ Ჵჵ Ჶჶ Ჷჷ Ჸჸ Ჹჹ Ჺჺ Ჽჽ Ჾჾ
Ჿo ᳐̂ ᳒̄ ᳓'' ᳕̫ ᳘̮ ᳙̭ ᳚̎ ᳜̩ ᳝̣ ᳞̤ ᳭̖ ᴄc ᴈɜ ᴋĸ ᴍʍ ᴏo ᴐɔ ᴑo ᴔǝo ᴜu ᴠv ᴡw ᴢz ᴤƨ ᴦr ᴧʌ ᴨπ ᴩᴘ ᴫл ᴾᣖ ᵫue ᵮf̴ ᵯrn̴
ᵰn̴ ᵲr̴ ᵳɾ̴ ᵴs̴ ᵵt̴ ᵶz̴ ᵸh ᵻl̵ ᵼl̵ ᵽp̵ ᵾu̵ ᵿʊ̵ ᶃg ᶌy ᶐɋ ᶟꞓ ᶺᣔ ᶻᙆ ᷮⷬ ẚả ẝf ẞß Ỻỻ Ỽỽ Ỿy ỿy ᾽' ᾿' ῀~ ῾' ‐- ‒- –-
—ー ―ー ‖ll ‘' ’' ‚, ‛' “'' ”'' ‟'' •· ‧· ‰o/oo ‱o/ooo ′' ‵' ‹< ›> ‾ˉ ⁁/ ⁃- ⁄/ ⁎* ⁒o/o ⁓~ ⁚: ⁝ⵗ ⁞ⵂ ⁹ꝯ ₡c⃫ ₤£
₥rn̸ ₩w̵ ₫ḏ̵ €ꞓ ₭k̵ ₮t⃫ ₶lt ₽f ⃛ۛ ℈э ℧ʊ ℩ɿ ℮e Ⅎⅎ ⅁ꓨ ⅂ꓶ ⅃𖼀 Ↄɔ ↄɔ ↑ᛏ ↕ᛨ ↵↲ ↺🄎 ↾ᛚ ↿ᛐ ∀ɐ ∃ǝ ∆ẟ ∏π ∑ʃ −- ∔+̇ ∕/
∖\\ ∗* ∘° ∙· ∞oo ∣l ∥ll ∨v ∩n ∪u ∫ʃ ∶: ∸-̇ ∼~ ≐=̇ ≑=̣̇ ≗=̊ ≙=̂ ≚=̆ ≞=ͫ ≣≡ ≪<< ≫>> ⊂ᑕ ⊃ᑐ ⊕𐊨 ⊖o̵ ⊙ʘ ⊝o̵ ⊤t ⊥ꓕ ⋀∧
⋁v ⋂n ⋃u ⋄ᛜ ⋅· ⋈ᛞ ⋖<· ⋗·> ⋘<<< ⋙>>> ⋮ⵗ ⋯··· ⋴ꞓ ⋿e ⌀∅ ⌥⌤ ⍁〼 ⍙ẟ̲ ⍚ᛜ̲ ⍜°̲ ⍟⊛ ⍡ẗ ⍢∇̈ ⍣⋆̈ ⍤°̈ ⍥ة ⍨~̈ ⍩ᐵ ⍫∇̴ ⍬o̵ ⍳l
⍴p ⍵ω ⍶a̲ ⍷ꞓ̲ ⍸l̲ ⍹ω̲ ⍺a ⍿ᚽ ⎜丨 ⎟丨 ⎢丨 ⎥丨 ⎪丨 ⎮丨 ⏁⍕ ⏂⍎ ⏃⍋ ⏆⍭ ⏨lo ⏼⏻ ⏽l ⏾☾ ⑊\\\\ ①➀ ②➁ ③➂ ④➃ ⑤➄ ⑥➅ ⑦➆ ⑧➇ ⑨➈ ⑩➉ Ⓒ©
Ⓟ℗ Ⓡ® ⓪🄍 ─ー ━ー ┃│ ┏┌ ┣├ ╱/ ╳x █∎ ▐▌ ▔ˉ ▗▖ ▝▘ ■∎ ▱⏥ △ẟ ▷⊳ ▸▶ ►▶ ▽𐊼 ◁⊲ ◇ᛜ ◊ᛜ ○° ◎⌾ ◠⌒ ◦° ☉ʘ ☐□ ☥𐦞 ☰ⲷ ☸⎈ ♎≏ ♢ᛜ
♩𝅘𝅥 ♪𝅘𝅥𝅮 ⚬॰ ❨( ❩) ❮< ❯> ❲( ❳) ❴{ ❵} ➕+ ➖- ➗÷ ⟂ꓕ ⟈\\ᑕ ⟉ᑐ/ ⟋/ ⟍\\ ⟙t ⟨❬ ⟩❭ ⤫x ⤬x ⥣ᛐᛚ ⥥⇃⇂ ⥮ᛐ⇂ ⥯⇃ᛚ ⦙ⵂ ⦰⍉ ⦾⌾ ⧄〼 ⧅⍂
⧇⌻ ⧖𐋀 ⧙⦚ ⧴:→ ⧵\\ ⧶/̄ ⧸/ ⧹\\ ⨀ʘ ⨁𐊨 ⨂⊗ ⨃⊍ ⨄⊎ ⨅⊓ ⨆⊔ ⨝ᛞ ⨠>> ⨡ᛚ ⨢+̊ ⨣+̂ ⨤+̃ ⨥+̣ ⨦+̰ ⨧+2 ⨩-̓ ⨪-̣ ⨯x ⨰ẋ ⨽⌙ ⨾⨟ ⨿∐ ⩪~̇
⩮=⃰ ⪥>< ⪪ᗕ ⪫ᗒ ⫗ᑐᑕ ⫻/// ⫽// ⯬↞ ⯭↟ ⯮↠ ⯯↡ Ⰰⰰ Ⰱⰱ Ⰲⰲ Ⰳⰳ Ⰴⰴ Ⰵⰵ Ⰶⰶ Ⰷⰷ Ⰸⰸ Ⰹⰹ Ⰺⰺ Ⰻⰻ Ⰼⰼ Ⰽⰽ Ⰾⰾ Ⰿⰿ Ⱀⱀ Ⱁⱁ Ⱂⱂ Ⱃⱃ Ⱄⱄ Ⱅⱅ Ⱆⱆ Ⱇⱇ
Ⱈⱈ Ⱉⱉ Ⱊⱊ Ⱋⱋ Ⱌⱌ Ⱍⱍ Ⱎⱎ Ⱏⱏ Ⱐⱐ Ⱑⱑ Ⱒⱒ Ⱓⱓ Ⱔⱔ Ⱕⱕ Ⱖⱖ Ⱗⱗ Ⱘⱘ Ⱙⱙ Ⱚⱚ Ⱛⱛ Ⱜⱜ Ⱝⱝ Ⱞⱞ Ⱟⱟ Ⱡⱡ Ɫl̴ Ᵽp̵ Ɽr̨ Ⱨh̩ Ⱪk̩ Ⱬⱬ Ɑa Ɱrn̦ Ɐɐ
Ɒɒ Ⱳⱳ Ⱶⱶ Ȿȿ Ɀɀ Ⲁⲁ Ⲃⲃ Ⲅy ⲅr Ⲇẟ Ⲉꞓ ⲉꞓ Ⲋⲋ Ⲍⲍ Ⲏh Ⲑⲑ Ⲓl Ⲕk ⲕĸ Ⲗλ Ⲙrn Ⲛn Ⲝⲝ Ⲟo ⲟo Ⲡπ Ⲣp ⲣp Ⲥc ⲥc Ⲧt Ⲩy Ⲫɸ ⲫɸ Ⲭx ⲭχ
Ⲯψ Ⲱω ⲱω Ⲳⲳ Ⲵ<· Ⲷⲷ Ⲹⲹ Ⲻ- Ⲽш ⲽш Ⲿⲿ Ⳁⳁ Ⳃⳃ Ⳅⳅ Ⳇ/ Ⳉⳉ Ⳋ9 Ⳍ3 ⳍȝ Ⳏⳏ Ⳑl ⳑʟ Ⳓ6 Ⳕⳕ Ⳗⳗ Ⳙⳙ Ⳛⳛ Ⳝϭ Ⳟⳟ Ⳡⳡ Ⳣⳣ ⳤϗ ⳩☧ Ⳬⳬ Ⳮⳮ Ⳳⳳ
⳹\\\\ ⴱo̵ ⴷʌ ⴸv ⴹe ⴺǝ ⵁo̸ ⵈ··· ⵉʃ ⵏl ⵑ! ⵔo ⵕq ⵙʘ ⵝx ⵠẟ ⵣᛯ ⷨᷟ ⷪ̊ ⷭͨ ⷯͯ ⷶͣ ⷷͤ ⸚-̈ ⸞~̇ ⸟~̣ ⸦ᑕ ⸧ᑐ ⸨(( ⸩)) ⸪∵ ⸫∴ ⸬∷
⸮؟ ⸰° ⸱· ⸲، ⸵؛ ⸹ẟ ⸽ⵂ ⸿¶ ⹀= ⺂乛 ⺃乚 ⺅亻 ⺉刂 ⺋㔾 ⺎兀 ⺏尣 ⺐尢 ⺒巳 ⺓幺 ⺔彑 ⺖忄 ⺗㣺 ⺘扌 ⺙攵 ⺛旡 ⺞歺 ⺠民 ⺡氵 ⺢氺 ⺣灬 ⺤爫 ⺦丬 ⺨犭 ⺫罒 ⺭礻 ⺯糹 ⺱罓
⺲罒 ⺹耂 ⺺肀 ⺾艹 ⺿艹 ⻀艹 ⻁虎 ⻂衤 ⻃覀 ⻄西 ⻅见 ⻈讠 ⻉贝 ⻋车 ⻌辶 ⻍辶 ⻏阝 ⻐钅 ⻑長 ⻒镸 ⻓长 ⻔门 ⻖阝 ⻘青 ⻙韦 ⻚页 ⻛风 ⻜飞 ⻝食 ⻟飠 ⻠饣 ⻢马 ⻤鬼 ⻥鱼 ⻨麦 ⻩黄 ⻫斉
⻬齐 ⻭歯 ⻮齿 ⻯竜 ⻰龙 ⻲亀 。˳ 〃'' 〇o 〈❬ 〉❭ 〒₸ 〔( 〕) 〚⟦ 〛⟧ ̉〬 ̥〭 〳/ く❬ ゚̊ ゛゙ ゜̊ ゠= イ亻 エ工 カ力 タ夕 ト卜 ニ二 ノ/ ハ八 ヘへ ロ口 ・· ㇐ー
㇑丨 ㇓/ ㇔\\ ㇖乛 ㇚亅 ㇛❬ ㇟乚 ㇠乙 㦳㘽 䎛㖈 䐠㬻 一ー 丶\\ 丿/ 倂併 值値 啟啓 囗口 填塡 士土 壿墫 嬀媯 帲帡 幐㬺 戸戶 搉㩁 晣䀿 晩晚 曶㫚 朦䑃 柿杮 槩㮣 樧榝 潙溈 硏研 絶絕
肦朌 胊朐 胐朏 胶㬵 脁朓 脧朘 腁胼 膧朣 蔿蒍 虁蘷 訞䚶 詽訮 讏讆 豣豜 趆赿 跺跥 躛躗 輧軿 郞郎 鎮鎭 隸隷 鹃鹂 黒黑 鿃䀹 ꒔ꋍ ꒜ꃀ ꒞ꁊ ꒧ꑘ ꒨ꄲ ꒬ꁐ ꒰ꏂ ꒺ꎿ ꒾ꊱ ꒿ꉙ ꓀ꎫ ꓂ꎵ ꓐb
ꓑp ꓒd ꓓd ꓔt ꓖg ꓗk ꓙj ꓚc ꓛɔ ꓜz ꓝf ꓞⅎ ꓟrn ꓠn ꓡl ꓢs ꓣr ꓥʌ ꓦv ꓧh ꓪw ꓫx ꓬy ꓭᙠ ꓮa ꓯɐ ꓰe ꓱǝ ꓲl ꓳo ꓴu ꓵn ꓷᗡ ꓸ. ꓹ, ꓺ..
ꓻ., ꓽ: ꓾-. ꓿= ꘎. Ꙁꙁ Ꙃꙃ Ꙅ2 ꙅƨ Ꙇl ꙇl Ꙉꙉ Ꙋꙋ Ꙍω ꙍω Ꙏꙏ Ꙑˉbl ꙑˉbl Ꙓꙓ Ꙕꙕ Ꙗꙗ Ꙙꙙ Ꙛꙛ Ꙝꙝ Ꙟꙟ Ꙡꙡ Ꙣꙣ Ꙥꙥ Ꙧꙧ Ꙩʘ Ꙫꙫ Ꙭꙭ ꙯⃩ ꙼̆ ꙾ˇ
Ꚁꚁ Ꚃꚃ Ꚅꚅ Ꚇꚇ Ꚉꚉ Ꚋꚋ Ꚍꚍ Ꚏꚏ Ꚑꚑ Ꚓꚓ Ꚕh̔ ꚕh̔ Ꚗꚗ Ꚙoo ꚙoo Ꚛ𐊨 ꚡᴎ ꚰᚹ ꚱⱶ ꛍʡ ꛎʌ ꛛπ ꛟv ꛫ? ꛯ2 ꛰̂ ꛱̄ ꛴꛳꛳ ꜔˫ ꜖˪ Ꜣꜣ Ꜥꜥ Ꜧꜧ Ꜩt3
ꜩtȝ Ꜫꜫ Ꜭꜭ Ꜯꜯ ꜱs Ꜳaa ꜳaa Ꜵao ꜵao Ꜷau ꜷau Ꜹav ꜹav Ꜻav ꜻav Ꜽay ꜽay Ꜿꜿ Ꝁk̵ Ꝃꝃ Ꝅꝅ Ꝇꝇ Ꝉꝉ Ꝋo̵ ꝋo̵ Ꝍꝍ Ꝏoo ꝏoo Ꝑꝑ Ꝓꝓ Ꝕꝕ
Ꝗꝗ Ꝙꝙ Ꝛ2 Ꝝꝝ Ꝟꝟ Ꝡw̦ ꝡw̦ Ꝣꝣ Ꝥꝥ Ꝧꝧ Ꝩꝩ Ꝫ3 ꝫȝ Ꝭꝭ Ꝯ9 ꝷtf ꝸ& ꝺꝹ Ꝼꝼ Ᵹᵹ Ꝿꝿ Ꞁꞁ Ꞃꞃ Ꞅꞅ Ꞇꞇ ꞉: Ꞌ' ꞌ' Ɥɥ ꞏ· Ꞑꞑ Ꞓꞓ ꞕꜧ Ꞗꞗ Ꞙf ꞙf
Ꞛ𐐺 ꞛ𐐺 Ꞝʚ ꞝʚ Ꞟꓤ ꞟu Ꞡꞡ Ꞣꞣ Ꞥꞥ Ꞧꞧ Ꞩꞩ Ɦh̔ Ɜ3 Ɡg Ɬɬ Ɪl Ʞʞ Ʇꓕ Ʝj Ꭓx Ꞵb ꞵß Ꞷω ꞷω Ꞹꞹ Ꞻꞻ Ꞽꞽ Ꞿꞿ Ꟁꟁ Ꟃꟃ Ꞔꞔ Ʂs̨ Ᶎᶎ Ꟈꟈ Ꟊꟊ Ɤɤ
Ꟍꟍ ꟎꟏ Ꟑꟑ ꟒ꟓ ꟔ꟕ Ꟗꟗ Ꟙꟙ Ꟛꟛ Ƛƛ Ꟶꟶ ꟷー ꠰। ꥠᄃᄆ ꥡᄃᄇ ꥢᄃᄉ ꥣᄃᄌ ꥤᄅᄀ ꥥᄅᄀᄀ ꥦᄅᄃ ꥧᄅᄃᄃ ꥨᄅᄆ ꥩᄅᄇ ꥪᄅᄇᄇ ꥫᄅᄇᄋ ꥬᄅᄉ ꥭᄅᄌ ꥮᄅᄏ ꥯᄆᄀ ꥰᄆᄃ
ꥱᄆᄉ ꥲᄇᄉᄐ ꥳᄇᄏ ꥴᄇᄒ ꥵᄉᄉᄇ ꥶᄋᄅ ꥷᄋᄒ ꥸᄌᄌᄒ ꥹᄐᄐ ꥺᄑᄒ ꥻᄒᄉ ꥼᅙᅙ ꦒⰿ ꦣꦝ ꧆꧐ ꧏ٢ ꩓ꨁ ꩖ꨣ ꬲe ꬵf ꬽo ꬾo̸ ꬿɔ̸ ꭁǝo̸ ꭂǝo̵ ꭇr ꭈr ꭍʃ ꭎu ꭒu
ꭓχ ꭕχ ꭚy ꭠљ ꭢɔe ꭣuo ꭰᴅ ꭱʀ ꭲᴛ ꭴơ ꭵl ꭺᴀ ꭻᴊ ꭼᴇ ꭾɂ ꮀⱶ ꮁr ꮃw ꮇʍ ꮋʜ ꮎo̵ ꮐɢ ꮓz ꮛꞓ ꮜu̵ ꮟƅ ꮢʀ ꮩv ꮪs ꮮʟ ꮯc ꮲᴘ ꮶĸ ꮻo̵
ힰᅩᅧ ힱᅩᅩ丨 ힲᅭᅡ ힳᅭᅡ丨 ힴᅭᅥ ힵᅮᅧ ힶᅮ丨丨 ힷᅲᅡ丨 ힸᅲᅩ ힹーᅡ ힺーᅥ ힻーᅥ丨 ힼーᅩ ힽ丨ᅣᅩ ힾ丨ᅣ丨 ힿ丨ᅧ ퟀ丨ᅧ丨 ퟁ丨ᅩ丨 ퟂ丨ᅭ ퟃ丨ᅲ ퟄ丨丨 ퟅᆞᅡ ퟆᆞᅥ丨 ퟋᄂᄅ ퟌᄂᄎ
ퟍᄃᄃ ퟎᄃᄃᄇ ퟏᄃᄇ ퟐᄃᄉ ퟑᄃᄉᄀ ퟒᄃᄌ ퟓᄃᄎ ퟔᄃᄐ ퟕᄅᄀᄀ ퟖᄅᄀᄒ ퟗᄅᄅᄏ ퟘᄅᄆᄒ ퟙᄅᄇᄃ ퟚᄅᄇᄑ ퟛᄅᅌ ퟜᄅᅙᄒ ퟝᄅᄋ ퟞᄆᄂ ퟟᄆᄂᄂ ퟠᄆᄆ ퟡᄆᄇᄉ ퟢᄆᄌ ퟣᄇᄃ ퟤᄇᄅᄑ
ퟥᄇᄆ ퟦᄇᄇ ퟧᄇᄉᄃ ퟨᄇᄌ ퟩᄇᄎ ퟪᄉᄆ ퟫᄉᄇᄋ ퟬᄉᄉᄀ ퟭᄉᄉᄃ ퟮᄉᅀ ퟯᄉᄌ ퟰᄉᄎ ퟱᄉᄐ ퟲᄅᄒ ퟳᅀᄇ ퟴᅀᄇᄋ ퟵᅌᄆ ퟶᅌᄒ ퟷᄌᄇ ퟸᄌᄇᄇ ퟹᄌᄌ ퟺᄑᄉ ퟻᄑᄐ ﬩-̇ ﯪىٴl
ﯫىٴl ﯬىٴo ﯭىٴo ﯮىٴو ﯯىٴو ﯰىٴو̓ ﯱىٴو̓ ﯲىٴو̆ ﯳىٴو̆ ﯴىٴوٰ ﯵىٴوٰ ﯶىٴٻ ﯷىٴٻ ﯸىٴٻ ﯹىٴى ﯺىٴى ﯻىٴى ﰀىٴج ﰁىٴح ﰂىٴم ﰃىٴى
ﰄىٴى ﱋبخ ﱠّ́ ﱡّ̓ ﱤىٴر ﱥىٴز ﱦىٴم ﱧىٴن ﱨىٴى ﱩىٴى ﲗىٴج ﲘىٴح ﲙىٴخ ﲚىٴم ﲛىٴo ﳒبخ ﳟىٴم ﳠىٴo ﳲـّ́ ﳳـّ̓ ﴾( ﴿) ﷲlللّٰo
︙ⵗ ︰: ︱│ ︴⌇ ︵⏜ ︶⏝ ︷⏞ ︸⏟ ︹⏠ ︺⏡ ﹉ˉ ﹊ˉ ﹋ˉ ﹌ˉ ﹘- ﺃlٴ ﺄlٴ ﺅوٴ ﺆوٴ ﺉىٴ ﺊىٴ ﺋىٴ ﺌىٴ ﻷلlٴ ﻸلlٴ －ー ［( ］) ＾❬ ｜│ ～〜 ￣ˉ ￨l
￭▪ 𐄁· 𐆎n̊ 𐆖x̵ 𐆗v̵ 𐆘l̵l̵s̵ 𐆙l̵l̵ 𐆠⳨ 𐊂b 𐊅ẟ 𐊆e 𐊇f 𐊊l 𐊍ʌ 𐊐x 𐊒o 𐊔ᛜ 𐊕p 𐊖s 𐊗t 𐊛+ 𐊠a 𐊡b 𐊢c 𐊣ẟ 𐊥f 𐊫o 𐊭ϙ 𐊰rn 𐊱t 𐊲y 𐊳ɸ 𐊴x
𐊵ψ 𐊶ω 𐊸ⵀ 𐋏h 𐋡د 𐋤و 𐋨ط 𐋲ص 𐋵z 𐌁b 𐌂c 𐌉l 𐌑rn 𐌒ϙ 𐌕t 𐌗x 𐌚8 𐌟* 𐌠l 𐌢x 𐏑𐎂 𐏓𐎓 𐐀𐐨 𐐁ꞓ 𐐂ʚ 𐐃𐐫 𐐄o 𐐅𐐭 𐐆𐐮 𐐇𐐯 𐐈𐐰 𐐉𐐱 𐐊𐐲 𐐋𐐳 𐐌𐐴 𐐍𐐵
𐐎𐐶 𐐏𐐷 𐐐𐐸 𐐑ꓶ 𐐒𐐺 𐐓𐐻 𐐔𐐼 𐐕c 𐐖𐐾 𐐗ɷ 𐐘𐑀 𐐙𐑁 𐐚ɞ 𐐛l 𐐜𐑄 𐐝𐑅 𐐞𐑆 𐐟ɒ 𐐠s 𐐡𐑉 𐐢𐑊 𐐣ɔ 𐐤𐑌 𐐥ᴎ 𐐦𐑎 𐐧𐑏 𐐩ꞓ 𐐪ʚ 𐐬o 𐐽c 𐐿ɷ 𐑂ɞ 𐑃ʟ 𐑈s 𐑋ɔ 𐑍ᴎ 𐒠𐒆
𐒰ʌ 𐒱𐓙 𐒲𐓚 𐒳λ 𐒴r 𐒵𐓝 𐒶𐓞 𐒷𐓟 𐒸𐓠 𐒹𐓡 𐒺𐓢 𐒻𐓣 𐒼ӄ 𐒽𐓥 𐒾𐓦 𐒿𐓧 𐓀𐓨 𐓁𐓩 𐓂o 𐓃ʘ 𐓄þ 𐓅𐓭 𐓆𐓮 𐓇𐓯 𐓈𐓰 𐓉𐓱 𐓊𐓲 𐓋𐓳 𐓌𐓴 𐓍h̵ 𐓎u 𐓏𐓷 𐓐ᛦ 𐓑ψ 𐓒7 𐓓𐓻
𐓘ʌ 𐓛λ 𐓪o 𐓫ꙩ 𐓶u 𐓹ψ 𐔓n 𐔖o 𐔘k 𐔜c 𐔝v 𐔥f 𐔦l 𐔧x 𐕰𐖗 𐕱𐖘 𐕲𐖙 𐕳𐖚 𐕴𐖛 𐕵𐖜 𐕶𐖝 𐕷𐖞 𐕸𐖟 𐕹𐖠 𐕺𐖡 𐕼𐖣 𐕽𐖤 𐕾𐖥 𐕿𐖦 𐖀𐖧 𐖁𐖨 𐖂𐖩 𐖃𐖪 𐖄𐖫 𐖅𐖬 𐖆𐖭 𐖇𐖮
𐖈𐖯 𐖉𐖰 𐖊𐖱 𐖌𐖳 𐖍𐖴 𐖎𐖵 𐖏𐖶 𐖐𐖷 𐖑𐖸 𐖒𐖹 𐖔𐖻 𐖕𐖼 𐨺̣ 𐩐. 𐩗𐩖𐩖 𐲀𐳀 𐲁𐳁 𐲂𐳂 𐲃𐳃 𐲄𐳄 𐲅𐳅 𐲆𐳆 𐲇𐳇 𐲈𐳈 𐲉𐳉 𐲊𐳊 𐲋𐳋 𐲌𐳌 𐲍𐳍 𐲎𐳎 𐲏𐳏 𐲐𐳐 𐲑𐳑 𐲒𐳒 𐲓𐳓 𐲔𐳔
𐲕𐳕 𐲖𐳖 𐲗𐳗 𐲘𐳘 𐲙𐳙 𐲚𐳚 𐲛𐳛 𐲜𐳜 𐲝𐳝 𐲞𐳞 𐲟𐳟 𐲠𐳠 𐲡𐳡 𐲢𐳢 𐲣𐳣 𐲤𐳤 𐲥𐳥 𐲦𐳦 𐲧𐳧 𐲨𐳨 𐲩𐳩 𐲪𐳪 𐲫𐳫 𐲬𐳬 𐲭𐳭 𐲮𐳮 𐲯𐳯 𐲰𐳰 𐲱𐳱 𐲲𐳲 𐳺𐳥 𐳼𐳂 𐵐𐵰 𐵑𐵱 𐵒𐵲 𐵓𐵳 𐵔𐵴
𐵕𐵵 𐵖𐵶 𐵗𐵷 𐵘𐵸 𐵙𐵹 𐵚𐵺 𐵛𐵻 𐵜𐵼 𐵝𐵽 𐵞𐵾 𐵟𐵿 𐵠𐶀 𐵡𐶁 𐵢𐶂 𐵣𐶃 𐵤𐶄 𐵥𐶅 𑂻॰ 𑇇॰ 𑇊̣ 𑇋ऺ 𑇛꣼ 𑇜ꣻ 𑇞≈ 𑌀̊ 𑐓𑐴𑑂𑐒 𑐙𑐴𑑂𑐘 𑐤𑐴𑑂𑐣 𑐪𑐴𑑂𑐩 𑐭𑐴𑑂𑐬 𑐯𑐴𑑂𑐮 𑑌𑑋𑑋
𑒒ঘ 𑒔চ 𑒖জ 𑒘ঞ 𑒙ট 𑒛ড 𑒝ল 𑒞ত 𑒟থ 𑒠দ 𑒡ধ 𑒢ন 𑒣প 𑒧ম 𑒨য 𑒩ব 𑒪ণ 𑒫র 𑒭ষ 𑒮স 𑒰া 𑒱ি 𑒹ে 𑒽ৗ 𑒿̆̇ 𑓁ঃ 𑓂্ 𑓃̣ 𑓄ঽ 𑓅ẇ 𑓐o 𑓑১ 𑓒২ 𑓖৬ 𑗘𑖂 𑗙𑖂
𑗚𑖃 𑗛𑖄 𑗜𑖲 𑗝𑖳 𑙂𑙁𑙁 𑜀rn 𑜆v 𑜊w 𑜎w 𑜏w 𑢠v 𑢡s 𑢢f 𑢣l 𑢤y 𑢥𑣅 𑢦e 𑢧𑣇 𑢨∇ 𑢩z 𑢪3 𑢫𑣋 𑢬9 𑢭𑣍 𑢮e 𑢯4 𑢰𑣐 𑢱𑣑 𑢲l 𑢳𑣓 𑢴𑣔 𑢵o 𑢶9 𑢷ᛜ 𑢸u 𑢹𑣙
𑢺𑣚 𑢻5 𑢼t 𑢽𑣝 𑢾𑣞 𑢿𑣟 𑣀v 𑣁s 𑣂f 𑣃l 𑣄z 𑣆7 𑣈o 𑣊3 𑣌9 𑣎ꞓ 𑣕6 𑣖9 𑣗o 𑣘u 𑣜y 𑣠o 𑣣rn 𑣤٩ 𑣥z 𑣦w 𑣩c 𑣬x 𑣯w 𑣲c 𑫦𑫥𑫯 𑫧𑫥𑫰 𑫨𑫥𑫥 𑫩𑫥𑫥𑫯
𑫪𑫥𑫥𑫰 𑫬𑫫𑫯 𑫭𑫫𑫫 𑫮𑫫𑫫𑫯 𑫴𑫳𑫯 𑫵𑫳𑫰 𑫶𑫳𑫳 𑫷𑫳𑫳𑫯 𑫸𑫳𑫳𑫰 𑱂𑱁𑱁 𑲲𑲪 𒀸𐎚 𓋹𐦞 𖹀𖹠 𖹁𖹡 𖹂𖹢 𖹃𖹣 𖹄𖹤 𖹅𖹥 𖹆𖹦 𖹇𖹧 𖹈𖹨 𖹉𖹩 𖹊𖹪 𖹋𖹫 𖹌𖹬 𖹍𖹭 𖹎𖹮 𖹏𖹯 𖹐𖹰 𖹑𖹱 𖹒𖹲
𖹓𖹳 𖹔𖹴 𖹕𖹵 𖹖𖹶 𖹗𖹷 𖹘𖹸 𖹙𖹹 𖹚𖹺 𖹛𖹻 𖹜𖹼 𖹝𖹽 𖹞𖹾 𖹟𖹿 𖺠𖺻 𖺡𖺼 𖺢𖺽 𖺣𖺾 𖺤𖺿 𖺥𖻀 𖺦𖻁 𖺧𖻂 𖺨𖻃 𖺩𖻄 𖺪𖻅 𖺫𖻆 𖺬𖻇 𖺭𖻈 𖺮𖻉 𖺯𖻊 𖺰𖻋 𖺱𖻌 𖺲𖻍 𖺳𖻎 𖺴𖻏 𖺵𖻐 𖺶𖻑 𖺷𖻒
𖺸𖻓 𖼇y 𖼈v 𖼊t 𖼖l 𖼚ẟ 𖼜ꙙ 𖼦ꓶ 𖼨l 𖼭ꞓ 𖼵r 𖼺s 𖼻3 𖼽ʌ 𖼿> 𖽀a 𖽂u 𖽃y 𖽑' 𖽒' 𝄔{ 𝅭. 𝈂ӿ 𝈆3 𝈋ᴎ 𝈍v 𝈏\\ 𝈒7 𝈓f 𝈔𐊼 𝈕ꓶ 𝈖r 𝈗ɐ 𝈚o̵ 𝈛⅄ 𝈜ꓕ
𝈡ꞓ 𝈢w 𝈪l 𝈫ꓶ 𝈰ꟻ 𝈶< 𝈷> 𝈸⊏ 𝈹⊐ 𝈺/ 𝈻\\ 𝈿ᛋ 𝉅n 𞣇l 𞣈∠ 𞣉٣ 𞣋8 𞣌∂ 𞣍∂̵ 𞤀𞤢 𞤁𞤣 𞤂𞤤 𞤃𞤥 𞤄𞤦 𞤅𞤧 𞤆𞤨 𞤇𞤩 𞤈𞤪 𞤉𞤫 𞤊𞤬 𞤋𞤭 𞤌𞤮 𞤍𞤯 𞤎𞤰 𞤏𞤱 𞤐𞤲
𞤑𞤳 𞤒𞤴 𞤓𞤵 𞤔𞤶 𞤕𞤷 𞤖𞤸 𞤗𞤹 𞤘𞤺 𞤙𞤻 𞤚𞤼 𞤛𞤽 𞤜𞤾 𞤝𞤿 𞤞𞥀 𞤟𞥁 𞤠𞥂 𞤡𞥃 🄏$⃠ 🅭cc⃝ 🅮c⃠ 🌒☽ 🌘☾ 🌙☽ 🜀qe 🜁ꙙ 🜂ẟ 🜄𐊼 🜇ar 🜈vᷤ 🜊☩ 🜔o̵ 🜨𐊨 🜺⧟ 🝌c
🝔ᛜ 🝕⊡ 🝜sss 🝞≏ 🝨t 🝫rnb 🝬vb 🝱⊠ 𡿨❬
`

/** Unicode's Default_Ignorable_Code_Point and what else draws nothing, as PostgreSQL's regular expressions write it. */
const unseen =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffc\\U00013430-\\U00013442\\U00016fe4\\U0001bca0-\\U0001bca3\\U0001d159\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff'
const controlsAndBlanks =
  '\\u0001-\\u001f\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'

/** The rule of names at this migration; it stays what it is when the one of packages/contract changes. */
const unwanted =
  /\p{RGI_Emoji}|[\p{Cc}\s\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc\u{13430}-\u{13442}\u{16fe4}\u{1d159}]/gv

function cleaned(name: string): string {
  return name
    .replaceAll(unwanted, (match) => {
      if (/^\p{RGI_Emoji}$/v.test(match)) return match
      return /[\p{Cc}\s]/u.test(match) ? ' ' : ''
    })
    .replaceAll(/ +/g, ' ')
    .trim()
}

/** Members without a name are called so, and aren't told apart by it; nor are those whose account was removed. */
const nameless = 'Utente Anonimo'
const isNamed = `display_name not in ('', '${nameless}', 'Utente eliminato')`

/** Names are unique among all members, look-alikes included, whether they were chosen or given. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createNameFunctions(database)
  await cleanNames(database)
  await sql`
    alter table users
      add column display_name_skeleton text not null generated always as (name_skeleton(display_name)) stored
  `.execute(database)
  // Names that no member may have. The server adds the instance's own name.
  await sql`
    create table reserved_names (
      name text primary key,
      key text not null generated always as (name_key(name)) stored,
      skeleton text not null generated always as (name_skeleton(name)) stored,
      is_instance boolean not null default false
    )`.execute(database)
  await sql`
    insert into reserved_names (name) values
      (${nameless}), ('Organizzatore Anonimo'), ('Utente eliminato'), ('Moderazione')
  `.execute(database)
  await createHolderFunctions(database)
  await numberNamesakes(database)
  // Decide between two members who take one name at the same instant.
  await sql`drop index users_chosen_display_name_unique`.execute(database)
  await sql
    .raw(`create unique index users_display_name_unique on users (display_name_key) where ${isNamed}`)
    .execute(database)
  await sql
    .raw(
      `create unique index users_display_name_skeleton_unique on users (display_name_skeleton) where ${isNamed}`,
    )
    .execute(database)
  await numberGivenNames(database)
}

/** The skeleton of UTS #39, section 4, with case and compatible forms folded too; as much of it as an index can hold. */
async function createNameFunctions(database: Kysely<unknown>): Promise<void> {
  const pairs = lookAlikes
    .trim()
    .split(/\s/)
    .map((entry) => [...entry])
    .map(([letter = '', ...rest]) => [letter, rest.join('')])
  const table = JSON.stringify(Object.fromEntries(pairs)).replaceAll("'", "''")
  await sql
    .raw(`
    create function name_skeleton(name text) returns text language plpgsql immutable strict parallel safe as $function$
    declare
      folded text := regexp_replace(name, '[${unseen}]', '', 'g');
    begin
      if folded ~ '^[ -~]*$' then
        -- The same as below, for most names and in a tenth of the time.
        folded := translate(lower(folded), '01i|\`', 'olll''');
        folded := replace(replace(replace(folded, 'm', 'rn'), '"', ''''''), '%', 'o/o');
      else
        folded := normalize(folded, NFD);
        for round in 1..2 loop
          select coalesce(string_agg(coalesce('${table}'::jsonb ->> letter, letter), '' order by place), '')
            into folded from string_to_table(folded, null) with ordinality as letters (letter, place);
          folded := normalize(folded, NFKD);
        end loop;
      end if;
      return left(btrim(regexp_replace(folded, '\\s+', ' ', 'g')), 600);
    end $function$`)
    .execute(database)
}

async function cleanNames(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; display_name: string; email: string }>`
    select id, display_name, email from users where display_name ~ ${`[${unseen}${controlsAndBlanks}]`}
  `.execute(database)
  for (const { id, display_name, email } of rows) {
    const given = email.endsWith('@senza-email.invalid') ? '' : cleaned(email.split('@')[0] ?? '')
    const name = cleaned(display_name) || given || nameless
    if (name !== display_name)
      await sql`update users set display_name = ${name} where id = ${id}`.execute(database)
  }
}

async function createHolderFunctions(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function name_is_held(wanted text, by_other_than uuid default null) returns boolean language plpgsql stable as $$
    declare
      wanted_key text := name_key(wanted);
      wanted_skeleton text := name_skeleton(wanted);
    begin
      return exists (
        select from reserved_names where key = wanted_key or skeleton = wanted_skeleton
      ) or exists (
        select from users
        where display_name_key = wanted_key and ${isNamed} and id is distinct from by_other_than
      ) or exists (
        select from users
        where display_name_skeleton = wanted_skeleton and ${isNamed} and id is distinct from by_other_than
      );
    end $$`)
    .execute(database)
  // The numbers are looked for by what is compared: letters fold alike whether a number follows or not. Beyond a thousand
  // namesakes any number will do, so that none of them has to wait for the search.
  await sql
    .raw(`
    create function free_display_name(wanted text) returns text language plpgsql volatile as $$
    declare
      stem text := rtrim(left(wanted, 44));
      stem_skeleton text;
      free text := wanted;
      number integer := 1;
    begin
      -- Beyond the end of a skeleton that was cut a number would tell nobody apart.
      while length(name_skeleton(stem)) > 590 loop
        stem := rtrim(left(stem, length(stem) - 1));
      end loop;
      stem_skeleton := name_skeleton(stem);
      while name_is_held(free) loop
        loop
          number := case when number < 1000 then number + 1 else 1000 + floor(random() * 999000) end;
          exit when not exists (
            select from users
            where display_name_skeleton = stem_skeleton || translate(number::text, '01', 'ol') and ${isNamed}
          );
        end loop;
        free := stem || number;
      end loop;
      return free;
    end $$`)
    .execute(database)
}

/** Of members whose names count as one, the oldest keeps it. */
async function numberNamesakes(database: Kysely<unknown>): Promise<void> {
  await sql`create index users_by_skeleton on users (display_name_skeleton)`.execute(database)
  await sql`analyze users`.execute(database)
  const older = (same: string) => `exists (
    select from users older
    where older.${same} = users.${same} and older.${isNamed}
      and (older.created_at, older.id) < (users.created_at, users.id)
  )`
  await sql
    .raw(`
    do $$
    declare
      member record;
    begin
      for member in
        select id, display_name from users
        where ${isNamed} and (
          display_name_skeleton in (select skeleton from reserved_names)
          or ${older('display_name_key')}
          or ${older('display_name_skeleton')}
        )
        order by created_at, id
      loop
        update users set display_name = free_display_name(member.display_name) where id = member.id;
      end loop;
    end $$`)
    .execute(database)
  await sql`drop index users_by_skeleton`.execute(database)
}

/** Gives a free name to members who have not chosen one. Registrations at the same instant take turns until they are stored. */
async function numberGivenNames(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function number_given_name() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('display names', 0));
      if not new.display_name_chosen and new.${isNamed} then
        new.display_name := free_display_name(new.display_name);
      end if;
      return new;
    end $$`)
    .execute(database)
  await sql`
    create trigger users_number_given_name before insert on users
      for each row execute function number_given_name()
  `.execute(database)
}
