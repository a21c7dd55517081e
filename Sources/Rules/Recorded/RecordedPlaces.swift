import Bytes
import HTTPModel

/// Which recorded exchanges a request finds, by their places in the recording.
///
/// `strict`: those with the same method, URL and content, byte by byte. `nearest`: those with the same method, host and
/// path whose query is most like; of a host that the recording does not have, those with the path. Asked as the server
/// itself, whose name is that of the listener, both prefer the host that is named, and take any other.
struct RecordedPlaces: Sendable {
    private struct Entry: Sendable {
        let place: Int
        let request: RecordedRequest
        let status: Int
    }

    private var byPath: [Bytes: [Entry]] = [:]
    private var hosts: Set<Bytes> = []
    private var count = 0

    mutating func add(_ request: RecordedRequest, status: Int) {
        byPath[request.path, default: []].append(Entry(place: count, request: request, status: status))
        hosts.insert(request.site.host)
        count += 1
    }

    /// Those that answer it in turn, in the order they were recorded.
    ///
    /// - Parameter isForAnyHost: the client asks the recording as the server itself, and knows no name of it.
    func find(_ wanted: RecordedRequest, isStrict: Bool, isForAnyHost: Bool = false) -> [Int] {
        let there = byPath[wanted.path] ?? []
        var found = there.filter { $0.request.method == wanted.method && Self.fits($0, wanted) }
        if found.isEmpty, wanted.method == "HEAD" {
            // RFC 9110 §9.3.2: its head is that of GET.
            found = there.filter { $0.request.method == "GET" && Self.fits($0, wanted) }
        }
        if isStrict { found = Self.same(found, wanted, isForAnyHost: isForAnyHost) }
        if !isStrict || isForAnyHost { found = nearest(found, wanted, isForAnyHost: isForAnyHost) }
        return found.map(\.place)
    }

    /// Nobody gets a 304 or a part who did not ask for one.
    private static func fits(_ entry: Entry, _ wanted: RecordedRequest) -> Bool {
        switch entry.status {
        case 304: wanted.isConditional
        case 206: wanted.isPartial
        default: true
        }
    }

    /// Scheme and port are as much the listener's as the host is.
    private static func same(_ found: [Entry], _ wanted: RecordedRequest, isForAnyHost: Bool) -> [Entry] {
        found.filter {
            (isForAnyHost || $0.request.site == wanted.site) && $0.request.query == wanted.query
                && $0.request.content == wanted.content
        }
    }

    private func nearest(_ found: [Entry], _ wanted: RecordedRequest, isForAnyHost: Bool) -> [Entry] {
        var here = found.filter { $0.request.site == wanted.site }
        if here.isEmpty { here = found.filter { $0.request.site.host == wanted.site.host } }
        if here.isEmpty, isForAnyHost || !hosts.contains(wanted.site.host) { here = found }
        let likeness = here.map { wanted.likeness($0.request) }
        guard let best = likeness.max() else { return [] }
        return zip(here, likeness).filter { $0.1 == best }.map(\.0)
    }
}
