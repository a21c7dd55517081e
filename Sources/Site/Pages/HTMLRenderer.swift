import Bytes
import HTTPSemantics

/// Turns a page into HTML. The only place that writes markup; everything else is escaped here.
package enum HTMLRenderer {
    /// Nothing is loaded, no frame shows the page, and no script runs but that of the live check, where there is one;
    /// it and the style sheet are known by their hashes.
    static func policy(for page: SitePage) -> String {
        let hasCheck = page.blocks.contains { if case .liveCheck = $0 { true } else { false } }
        return hasCheck ? policyWithCheck : policy
    }

    private static let policy =
        "default-src 'none'; style-src '\(hash(of: style))' 'self'; img-src data:; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'"

    private static let policyWithCheck =
        policy + "; script-src '\(hash(of: LiveCheck.script))'; connect-src \(LiveCheck.url)"

    private static func hash(of text: String) -> String {
        "sha256-" + Base64.encode(HashAlgorithm.sha256.digest(Array(text.utf8)))
    }

    /// Safe as text and inside a double-quoted attribute.
    package static func escape(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): result += Array("&amp;".utf8)
            case UInt8(ascii: "<"): result += Array("&lt;".utf8)
            case UInt8(ascii: ">"): result += Array("&gt;".utf8)
            case UInt8(ascii: "\""): result += Array("&quot;".utf8)
            case UInt8(ascii: "'"): result += Array("&#39;".utf8)
            // HTML has no way to write the other control characters; show that something was there.
            case 0...8, 11, 12, 14...31, 127: result += Array("\u{FFFD}".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// `head` goes into the head element as it is: for the page that links a style sheet.
    package static func render(_ page: SitePage, head: String = "") -> String {
        var html = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(escape(page.title))</title>
            <link rel="icon" href="data:,">
            \(head)<style>\(style)</style>
            </head>
            <body>
            <main>

            """
        if page.linksHome {
            html += "<nav><a href=\"/\">Hark demo site</a></nav>\n"
        }
        html += "<h1>\(escape(page.title))</h1>\n"
        for block in page.blocks {
            html += render(block)
        }
        return html + "</main>\n</body>\n</html>\n"
    }

    private static func render(_ block: SitePage.Block) -> String {
        switch block {
        case .heading(let text):
            return "<h2>\(escape(text))</h2>\n"
        case .text(let text):
            return "<p>\(escape(text))</p>\n"
        case .code(let text):
            return "<pre>\(escape(text))</pre>\n"
        case .link(let text, let target):
            return "<p><a href=\"\(escape(target))\">\(escape(text))</a></p>\n"
        case .table(let rows):
            let lines = rows.map { "<tr><th>\(escape($0.name))</th><td>\(escape($0.value))</td></tr>\n" }
            return "<table>\n\(lines.joined())</table>\n"
        case .cards(let cards):
            return "<div class=\"cards\">\n\(cards.map(render).joined())</div>\n"
        case .form(let form):
            return render(form)
        case .liveCheck:
            return LiveCheck.html
        }
    }

    private static func render(_ card: SitePage.Card) -> String {
        """
        <section><h3><a href="\(escape(card.path))">\(escape(card.title))</a></h3>
        <p>\(escape(card.watch))</p>
        <pre>\(escape(card.curl))</pre></section>

        """
    }

    private static func render(_ form: SitePage.Form) -> String {
        let coding = form.multipart ? " enctype=\"multipart/form-data\"" : ""
        var html = "<form method=\"post\" action=\"\(escape(form.action))\"\(coding)>\n"
        for input in form.inputs {
            let value = input.value.isEmpty ? "" : " value=\"\(escape(input.value))\""
            html +=
                "<label>\(escape(input.label)) <input type=\"\(escape(input.type))\" "
                + "name=\"\(escape(input.name))\"\(value)></label>\n"
        }
        return html + "<button>\(escape(form.button))</button>\n</form>\n"
    }

    static let style = """
        :root{color-scheme:light dark;--ink:#1d2430;--soft:#5a6575;--paper:#fbfaf7;--card:#fff;--line:#e2dfd6;\
        --accent:#9a4a00;--code:#f1eee6}
        @media(prefers-color-scheme:dark){:root{--ink:#e6e3dc;--soft:#a3a9b3;--paper:#15181d;--card:#1c2027;\
        --line:#323843;--accent:#f0a35e;--code:#101318}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",\
        Roboto,"Noto Sans",sans-serif}
        main{max-width:66rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
        nav{font-size:.9rem;margin-bottom:1.5rem}
        h1{font-size:2rem;line-height:1.2;margin:0 0 1rem;letter-spacing:-.01em}
        h2{font-size:1.2rem;margin:2.25rem 0 .75rem}
        h3{font-size:1rem;margin:0 0 .35rem}
        p{margin:0 0 .8rem;max-width:44rem}
        a{color:var(--accent);text-underline-offset:.15em}
        pre{background:var(--code);border:1px solid var(--line);border-radius:6px;padding:.55rem .7rem;margin:0 0 1rem;\
        overflow-x:auto;font:13px/1.5 ui-monospace,"SF Mono",Menlo,"DejaVu Sans Mono",monospace}
        .check{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--soft);border-radius:6px;\
        padding:.6rem .8rem}
        .check.good{border-left-color:#2e8b57}
        .check.bad{border-left-color:#c2452d}
        .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:1rem;\
        margin:0 0 1.5rem}
        section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem \
        1.1rem;display:flex;\
        flex-direction:column}
        section p{color:var(--soft);font-size:.92rem;flex:1}
        section pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
        table{border-collapse:collapse;margin:0 0 1rem;width:100%}
        th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;border-bottom:1px solid var(--line);\
        overflow-wrap:anywhere}
        th{font-weight:600;width:14rem}
        form{display:grid;gap:.8rem;max-width:26rem;margin:0 0 1rem}
        label{display:grid;gap:.25rem;font-size:.92rem;color:var(--soft)}
        input,button{font:inherit;padding:.5rem .65rem;border:1px solid var(--line);border-radius:6px;\
        background:var(--card);color:var(--ink)}
        button{background:var(--accent);border-color:var(--accent);color:var(--paper);font-weight:600;cursor:pointer}
        """
}
