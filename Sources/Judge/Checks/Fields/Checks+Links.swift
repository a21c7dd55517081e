import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Link, Alt-Svc, Server-Timing: lists whose members have parameters.
extension Checks {
    private static let linkField = Scope.response("link")

    /// One member of Link: its target, and its parameters.
    private struct Link {
        let target: Bytes
        let parameters: [(name: Bytes, value: Bytes?)]

        func values(_ name: StaticString) -> [Bytes] {
            parameters.filter { $0.name.equalsIgnoringCase(name) }.map { $0.value.map(FieldList.unquote) ?? Bytes() }
        }
    }

    static let links: [Check] = Array {
        Check(
            "link-malformed", .warning, .fields, linkField, "RFC 8288 §3", "Not a link",
            "\(.value) in \("Link") does not begin with a target in angle brackets, so clients skip it.",
            advice: "Write \("Link: <https://…>; rel=\"…\"").",
            bad: ["< 204 | Link: «https://a.example/; rel=next»", "< 204 | Link: «</a; rel=next»"],
            good: ["< 204 | Link: </a>; rel=next", "< 204 | Link: </a,b>; rel=\"next\", </c>; rel=prev"]
        ) { x, found in
            forEachLink(x) { member, link in if link == nil { found([.value: .bytes(member)]) } }
        }
        Check(
            "link-rel-missing", .warning, .fields, linkField, "RFC 8288 §3.3", "A link without rel",
            "The link to \(.url) does not say what it is for, so clients ignore it.",
            advice: "Add \("rel"), for example \("rel=\"next\"").",
            bad: ["< 204 | Link: «</a>»", "< 204 | Link: «</a>; title=\"x\"»"],
            good: ["< 204 | Link: </a>; rel=next", "< 204 | Link: </a>; REL=\"next\""]
        ) { x, found in
            forEachLink(x) { _, link in
                // RFC 8288 §3.3: `rev` says it from the other end.
                guard let link, link.values("rel").isEmpty, link.values("rev").isEmpty else { return }
                found([.url: .bytes(link.target)])
            }
        }
        Check(
            "link-rel-repeated", .info, .fields, linkField, "RFC 8288 §3.3", "A second rel in one link",
            "The link to \(.url) has \("rel") twice. Only the first one, \(.value), counts.",
            advice: "Put both relations into one \("rel"), with a space between them.",
            bad: ["< 204 | Link: «</a>; rel=next; rel=last»", "< 204 | Link: «</a>; rel=\"a\"; rel=\"b\"»"],
            good: ["< 204 | Link: </a>; rel=\"next last\"", "< 204 | Link: </a>; rel=next, </b>; rel=last"]
        ) { x, found in
            forEachLink(x) { _, link in
                guard let link, let first = link.values("rel").first, link.values("rel").count > 1 else { return }
                found([.url: .bytes(link.target), .value: .bytes(first)])
            }
        }
        Check(
            "link-rev", .info, .fields, linkField, "RFC 8288 §3.3", "rev is deprecated",
            "The link to \(.url) uses \("rev"), which is deprecated and rarely read.",
            advice: "Use \("rel") with the opposite relation.",
            bad: ["< 204 | Link: «</a>; rev=made»", "< 204 | Link: «</a>; rel=next; rev=prev»"],
            good: ["< 204 | Link: </a>; rel=next", "< 204 | Link: </a>; rel=rev"]
        ) { x, found in
            forEachLink(x) { _, link in
                guard let link, !link.values("rev").isEmpty else { return }
                found([.url: .bytes(link.target)])
            }
        }
        Check(
            "link-preload-without-as", .warning, .fields, linkField, "HTML §Link type \"preload\"",
            "A preload without as",
            "Browsers do not know what \(.url) is used for, so they do not preload it.",
            advice: "Add \("as"), for example \("as=style") or \("as=script").",
            bad: ["< 204 | Link: «</a.css>; rel=preload»", "< 204 | Link: «</a.css>; rel=\"preload\"; as=»"],
            good: ["< 204 | Link: </a.css>; rel=preload; as=style", "< 204 | Link: </a.css>; rel=prefetch"]
        ) { x, found in
            forEachLink(x) { _, link in
                guard let link, let relation = link.values("rel").first,
                    FieldList.split(relation, separator: ASCII.space).contains(where: {
                        $0.equalsIgnoringCase("preload")
                    }), link.values("as").allSatisfy(\.isEmpty)
                else { return }
                found([.url: .bytes(link.target)])
            }
        }
        Check(
            "alt-svc-malformed", .warning, .fields, .response("alt-svc"), "RFC 7838 §3", "Not an alternative service",
            "Clients cannot use \(.value) in \("Alt-Svc"): \(.rule)",
            advice: "Write \("Alt-Svc: h3=\":443\"; ma=86400"), or only \("clear").",
            bad: ["< 204 | Alt-Svc: «h3=:443»", "< 204 | Alt-Svc: «clear, h3=\":443\"»"],
            good: ["< 204 | Alt-Svc: h3=\":443\"; ma=86400, h2=\"b.example:443\"", "< 204 | Alt-Svc: clear"]
        ) { x, found in
            let members = x.response?.fields.list(named: "alt-svc") ?? []
            for member in members {
                let end = FieldList.end(in: member, from: 0, separator: ASCII.semicolon)
                let (name, authority) = FieldList.pair(member.slice(0..<end))
                if name == "clear", authority == nil {
                    if members.count > 1 {
                        return found([.value: .bytes(member), .rule: .words("clear counts only by itself.")])
                    }
                } else if authority?.first != ASCII.quote || authority?.contains(ASCII.colon) != true
                    || !OctetClass.token.containsAll(name)
                {
                    return found([
                        .value: .bytes(member),
                        .rule: .words("a protocol, an equals sign and a host with port in quotes are expected."),
                    ])
                }
            }
        }
        Check(
            "server-timing-malformed", .warning, .fields, .response("server-timing"),
            "Server Timing §The Server-Timing Header Field", "Not a metric",
            "\(.value) in \("Server-Timing") is not read by browsers: \(.rule)",
            advice: "Write \("Server-Timing: db;dur=53.2;desc=\"Query\"").",
            bad: ["< 204 | Server-Timing: «db;dur=53ms»", "< 204 | Server-Timing: «my metric;dur=5»"],
            good: ["< 204 | Server-Timing: db;dur=53.2, cache;desc=\"hit, warm\"", "< 204 | Server-Timing: miss"]
        ) { x, found in
            for member in x.response?.fields.list(named: "server-timing") ?? [] {
                let parts = FieldList.split(member, separator: ASCII.semicolon)
                guard let name = parts.first else { continue }
                if !OctetClass.token.containsAll(name) {
                    found([.value: .bytes(member), .rule: .words("the name must be a token.")])
                    continue
                }
                let duration = parts.dropFirst().map(FieldList.pair).first { $0.name.equalsIgnoringCase("dur") }
                guard let written = duration?.value, Double(FieldList.unquote(written).text) == nil else { continue }
                found([.value: .bytes(member), .rule: .words("dur must be a number of milliseconds.")])
            }
        }
    }

    private static func forEachLink(_ facts: Facts, _ body: (Bytes, Link?) -> Void) {
        guard let fields = facts.response?.fields else { return }
        var count = 0
        for value in fields.values(named: "link") {
            LinkValue.forEachMember(of: value) { member in
                count += 1
                guard count <= FieldList.mostMembers else { return }
                guard let end = LinkValue.targetEnd(of: member) else { return body(member, nil) }
                var parameters: [(name: Bytes, value: Bytes?)] = []
                let rest = member.slice(min(end + 1, member.count)..<member.count)
                FieldList.forEachMember(of: rest, separator: ASCII.semicolon) { parameters.append(FieldList.pair($0)) }
                body(member, Link(target: member.slice(1..<end), parameters: parameters))
            }
        }
    }
}
