/// How elements of HTML are written: which have no end tag, which stand within a line (HTML §13.1.2, §3.2.5.2.5).
enum HTMLElements {
    static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]

    static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "br", "button", "cite", "code", "data", "dfn", "em", "i", "img", "input", "kbd",
        "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr",
    ]

    /// Their content is no markup.
    static let raw: Set<String> = ["script", "style", "textarea", "title", "noscript", "iframe", "xmp"]

    /// An element without end tag, and those whose beginning ends it.
    static let endsBefore: [String: Set<String>] = [
        "li": ["li"], "dt": ["dt", "dd"], "dd": ["dt", "dd"], "tr": ["tr", "tbody", "tfoot"], "td": ["td", "th", "tr"],
        "th": ["td", "th", "tr"], "option": ["option", "optgroup"], "thead": ["tbody", "tfoot"],
        "tbody": ["tbody", "tfoot"],
    ]

    /// What cannot stand in a paragraph.
    static let endsParagraphs: Set<String> = [
        "address", "article", "aside", "blockquote", "details", "div", "dl", "fieldset", "figure", "footer", "form",
        "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p", "pre", "section", "table", "ul",
    ]
}
