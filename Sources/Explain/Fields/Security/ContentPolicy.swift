import Bytes
import HTTPSemantics

/// The directives of Content-Security-Policy in words: a sentence each (CSP3 §6).
enum ContentPolicy {
    /// What the directive governs, up to its values; nil for a name that CSP does not have.
    static func lead(_ name: Bytes) -> String? { leads[name.text] }

    private static let leads: [String: String] = [
        "default-src": """
        All content without a directive of its own may come from
        """, "script-src": "Scripts may come from",
        "script-src-elem": "Script elements may come from", "script-src-attr": "Event handlers may come from",
        "style-src": "Style sheets may come from", "style-src-elem": "Style elements may come from",
        "style-src-attr": "Style attributes may come from", "img-src": "Images may come from",
        "font-src": "Fonts may come from", "media-src": "Audio and video may come from",
        "connect-src": "Scripts may connect to", "frame-src": "Frames may show",
        "child-src": "Frames and workers may come from", "worker-src": "Workers may come from",
        "object-src": "Plug-in content may come from", "manifest-src": "The application's manifest may come from",
        "prefetch-src": "Prefetched content may come from", "base-uri": "The page's base URL may be",
        "form-action": "Forms may be sent to", "frame-ancestors": "The page may be shown in frames of",
        "report-uri": "Violations are reported to", "report-to": "Violations are reported to the endpoint",
        "sandbox": "The page is treated as if in a sandboxed frame; still allowed",
        "trusted-types": "Policies that may create trusted types:", "plugin-types": "Plug-ins may show the types",
        "require-trusted-types-for": "Only trusted types can be inserted into the page by",
    ]

    /// Directives without values.
    private static let whole: [String: String] = [
        "upgrade-insecure-requests": "The browser loads the page's http links over https.",
        "block-all-mixed-content": "The browser loads nothing over http. Obsolete: browsers do this by default.",
        "sandbox": "The page is treated as if in a sandboxed frame: no scripts, no forms, no origin of its own.",
    ]

    /// Longer lists of values are cut.
    private static let mostValues = 6

    /// One sentence of the whole directive.
    static func sentence(_ name: Bytes, values: [Bytes]) -> Wording {
        let small = name.lowercased
        if values.isEmpty || small == "upgrade-insecure-requests", let text = whole[small.text] { return Wording(text) }
        guard let lead = lead(small) else {
            return "\(quoting: name) is not a directive that Hark knows; browsers ignore unknown directives."
        }
        // CSP3 §2.3.1: without a source, and with 'none', nothing matches.
        let takesSources = small.text.hasSuffix("-src") || isSourceList(small)
        if values.isEmpty { return Wording(lead + ": " + (takesSources ? "nowhere." : "nothing.")) }
        let isIgnored = takesSources ? ignored(in: values, of: small) : { _ in false }
        let used = values.filter { !isIgnored($0) }
        var words = used.prefix(mostValues).map { takesSources ? source($0) : Quotation.abbreviated($0) }
        if used.count > mostValues { words.append("…") }
        let rest = values.filter(isIgnored).prefix(mostValues).map { Quotation.abbreviated($0) }
        let note = rest.isEmpty ? "" : " Browsers ignore \(rest.joined(separator: ", ")) here."
        return Wording(lead + ": " + words.joined(separator: ", ") + "." + note)
    }

    /// What others in the list make void: 'unsafe-inline' beside a nonce or a hash, and for scripts all addresses
    /// beside 'strict-dynamic' (CSP3 §6.7.3.2, §8.2).
    private static func ignored(in values: [Bytes], of name: Bytes) -> (Bytes) -> Bool {
        let small = values.map(\.lowercased)
        let isOfScripts = name.text.hasPrefix("script-src")
        let isStrict = isOfScripts && small.contains("'strict-dynamic'")
        let isListed =
            isStrict || small.contains { $0.hasPrefix(ignoringCase: "'nonce-") || $0.hasPrefix(ignoringCase: "'sha") }
        return { value in
            let value = value.lowercased
            if value == "'unsafe-inline'" { return isListed }
            return isStrict && (value == "'self'" || value.first != ASCII.apostrophe)
        }
    }

    private static func isSourceList(_ name: Bytes) -> Bool {
        name.text.hasPrefix("script-src") || name.text.hasPrefix("style-src") || name == "base-uri"
            || name == "form-action" || name == "frame-ancestors"
    }

    private static func source(_ source: Bytes) -> String {
        let small = source.lowercased
        switch small.text {
        case "'self'": return "the page's own origin"
        case "'none'": return "nowhere"
        case "'unsafe-inline'": return "inline scripts and styles"
        case "'unsafe-eval'": return "strings that scripts turn into code"
        case "'wasm-unsafe-eval'": return "WebAssembly"
        case "'unsafe-hashes'": return "event handlers with a listed hash"
        case "'strict-dynamic'": return "what trusted scripts load"
        case "'report-sample'": return "(reports quote the code)"
        case "*": return "any address"
        case "self", "none", "unsafe-inline", "unsafe-eval":
            return "a host named \(Quotation.abbreviated(source)), because its quotes are missing"
        default: break
        }
        if small.hasPrefix(ignoringCase: "'nonce-") { return "elements with the nonce" }
        if small.hasPrefix(ignoringCase: "'sha") { return "code with the hash \(Quotation.abbreviated(source))" }
        if small.last == ASCII.colon { return "\(Quotation.abbreviated(source)) URLs" }
        return Quotation.abbreviated(source)
    }
}
