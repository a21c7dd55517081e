import Bytes
import Filter
import Flow
import HTTPSemantics

/// `map-to`: another URL, to which path and query of the request are appended unless they stand in it.
struct MapToAction: RuleAction {
    let url: MappedURL
    let keepsHost: Bool

    static let entry = ActionEntry(
        "map-to", "URL [keep-host]", "sends the request to another URL; appends path and query"
    ) { reader throws(FilterError) in
        let value = try reader.argument("a URL")
        let url: MappedURL
        do throws(RuleTemplate.Fault) {
            url = try MappedURL(value.text)
        } catch {
            throw FilterError(value.place(error.range.lowerBound, error.range.count), error.message)
        }
        return MapToAction(url: url, keepsHost: reader.takes("keep-host"))
    }

    var clause: String { "sends it to \(url.template.text) instead\(keepsHost ? ", with the original Host" : "")" }
    var sparesServer: Bool { true }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard work.hasPath else { return nil }
        let written = work.values.text(url.template, .url) { run.counting.next(ready.key.acted) }
        let reference = URLReference(written)
        guard let authority = reference.bytes(reference.authority),
            let (host, port) = MappedURL.server(authority, url.isSecure)
        else { return "The URL is unchanged: \(written.text) has no valid host." }
        var path = reference.raw.slice(reference.path)
        var query = reference.bytes(reference.query)
        let placed = url.template.values
        if !placed.contains(.path), !placed.contains(.query) {
            while path.last == ASCII.slash { path = path.slice(0..<(path.count - 1)) }
            path = Bytes(path.array + work.line.path.array)
            let parts = [query, work.line.query].compactMap { $0 }.filter { !$0.isEmpty }
            query = parts.isEmpty ? work.line.query : Bytes(Array(parts.joined(separator: [ASCII.ampersand])))
        }
        if path.isEmpty { path = "/" }
        if query?.isEmpty == true, work.line.query == nil { query = nil }
        _ = work.line.setTarget(path: path, query: query, step.source)
        work.orders.way = .server(host: host, port: port, isSecure: url.isSecure)
        work.orders.leavesHost = true
        if !keepsHost { work.fields.set("Host", authority, step.source) }
        return "Sent to \(written.text)."
    }
}
