public import Bytes

/// The names of charsets that browsers know (WHATWG Encoding §4.2).
public enum CharsetLabel {
    /// Whether a browser reads text in a charset of this name.
    public static func isKnown(_ label: Bytes) -> Bool {
        let name = label.trimmed.lowercased.text
        if others.contains(name) { return true }
        for family in families where name.hasPrefix(family.prefix) {
            return Int(name.dropFirst(family.prefix.count)).map { family.numbers.contains($0) } ?? false
        }
        return false
    }

    /// Whether it names UTF-8.
    public static func isUTF8(_ label: Bytes) -> Bool {
        let name = label.trimmed
        return name.equalsIgnoringCase("utf-8") || name.equalsIgnoringCase("utf8")
            || name.equalsIgnoringCase("unicode-1-1-utf-8") || name.equalsIgnoringCase("x-unicode20utf8")
    }

    /// Spellings with a number, the longer prefix first.
    private static let families: [(prefix: String, numbers: Set<Int>)] = [
        ("iso-8859-", parts), ("iso8859-", parts), ("iso_8859-", parts), ("iso8859", parts),
        ("windows-", pages.union([874, 949])), ("x-cp", pages), ("cp", pages.union([819, 866, 932, 936, 949, 950])),
        ("latin", [1, 2, 3, 4, 5, 6]), ("l", [1, 2, 3, 4, 5, 6, 9]), ("dos-", [874]),
    ]
    private static let parts = Set(1...16).subtracting([12])
    private static let pages = Set(1250...1258)

    private static let others = Set(
        """
        utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf-16 utf-16le utf-16be csunicode \
        iso-10646-ucs-2 ucs-2 unicode unicodefeff unicodefffe us-ascii ascii ansi_x3.4-1968 iso-ir-100 csisolatin1 \
        csisolatin2 csisolatin3 csisolatin4 csisolatin5 csisolatin6 csisolatin9 csisolatincyrillic cyrillic \
        csisolatinarabic arabic asmo-708 ecma-114 csisolatingreek greek greek8 ecma-118 elot_928 sun_eu_greek \
        csisolatinhebrew hebrew visual logical csiso88598e csiso88598i iso-8859-6-e iso-8859-6-i iso-8859-8-e \
        iso-8859-8-i iso_8859-15 866 ibm866 csibm866 ibm819 koi8-r koi8 koi cskoi8r koi8_r koi8-u \
        koi8-ru macintosh mac \
        csmacintosh x-mac-roman x-mac-cyrillic x-mac-ukrainian tis-620 shift_jis shift-jis sjis csshiftjis ms932 \
        ms_kanji windows-31j x-sjis euc-jp cseucpkdfmtjapanese x-euc-jp iso-2022-jp csiso2022jp gbk gb2312 gb_2312 \
        gb_2312-80 chinese csgb2312 csiso58gb231280 iso-ir-58 x-gbk gb18030 big5 big5-hkscs cn-big5 csbig5 x-x-big5 \
        euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 x-user-defined \
        iso-ir-101 iso-ir-109 iso-ir-110 iso-ir-126 iso-ir-127 iso-ir-138 iso-ir-144 iso-ir-148 iso-ir-157
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
