package import Bytes

/// A charset of several bytes a character, of those that the WHATWG Encoding Standard has (§4.2). What its bytes mean
/// is the system's to say; this is what it is called.
package struct MultibyteCharset: Sendable, Hashable {
    /// As the standard calls it.
    package let name: String
    /// As systems call it, the fittest first.
    package let systemNames: [String]
    /// Its characters are written with ASCII alone, between sequences that begin with ESC.
    let isSevenBit: Bool

    /// Gives the content as UTF-8, what is no character as U+FFFD; nil where the system does not know the charset.
    package typealias Reader = @Sendable (_ content: Bytes, MultibyteCharset) -> Bytes?

    /// nil when no charset of several bytes has this label; `label` is in lower case.
    init?(label: String) {
        guard let name = Self.labels[label], let systemNames = Self.systemNames[name] else { return nil }
        self.name = name
        self.systemNames = systemNames
        isSevenBit = name == "ISO-2022-JP"
    }

    /// Browsers read Shift_JIS as Microsoft's page 932, EUC-KR as 949, GBK as GB18030, and Big5 with the characters of
    /// Hong Kong.
    private static let systemNames = [
        "Shift_JIS": ["CP932", "SHIFT_JIS"], "EUC-JP": ["EUC-JP-MS", "EUC-JP"],
        "ISO-2022-JP": ["ISO-2022-JP-3", "ISO-2022-JP"], "GBK": ["GB18030", "GBK"], "gb18030": ["GB18030"],
        "Big5": ["BIG5-HKSCS", "BIG5"], "EUC-KR": ["CP949", "UHC", "EUC-KR"],
    ]

    private static let labels: [String: String] = {
        var labels: [String: String] = [:]
        for (name, spellings) in spellings {
            for spelling in spellings.split(whereSeparator: \.isWhitespace) { labels[String(spelling)] = name }
        }
        return labels
    }()

    private static let spellings = [
        "Shift_JIS": "csshiftjis cp932 ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
        "EUC-JP": "cseucpkdfmtjapanese euc-jp x-euc-jp",
        "ISO-2022-JP": "csiso2022jp iso-2022-jp",
        "GBK": "chinese cp936 csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
        "gb18030": "gb18030",
        "Big5": "big5 big5-hkscs cn-big5 cp950 csbig5 x-x-big5",
        "EUC-KR": """
        cp949 cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 \
        windows-949
        """,
    ]
}
