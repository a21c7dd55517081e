package import Bytes
package import Flow
package import JSON

/// Where a browser had a response from, when it was not the network: nothing was on a wire then, and no time, size or
/// connection of the entry is one of a server.
package enum ResponseOrigin: Sendable, Hashable {
    /// In this process, or on disk; nil when the recording does not say which.
    case cache(Kind?)
    case serviceWorker

    package enum Kind: String, Sendable, Hashable {
        case memory, disk, prefetch
    }

    /// As an entry says it that another tool wrote: Chrome's `_fromCache` (`memory`, `disk`),
    /// `_fetchedViaServiceWorker` and `_servedFromCache`. nil when it says nothing.
    package init?(_ entry: JSONNode, in file: Bytes) {
        func isTrue(_ name: StaticString) -> Bool { entry.member(name, in: file)?.boolean == true }
        if isTrue("_fetchedViaServiceWorker") || isTrue("_fromServiceWorker") {
            self = .serviceWorker
        } else if let kind = entry.member("_fromCache", in: file)?.string(in: file), !kind.isEmpty {
            self = .cache(Kind(rawValue: kind.text.replacing("prefetch-cache", with: "prefetch")))
        } else if isTrue("_fromCache") || isTrue("_fromDiskCache") || isTrue("_servedFromCache") {
            self = .cache(isTrue("_fromDiskCache") ? .disk : nil)
        } else {
            return nil
        }
    }
}

extension FlowRecord {
    /// Where the response came from when it did not come over the network, as the recording says; nil when it does not
    /// say so.
    package var responseOrigin: ResponseOrigin? {
        guard let members = remarks?.members, Self.mayName(members) else { return nil }
        let root = members.withUnsafeBytes { raw -> JSONNode? in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            return try? parser.tree()
        }
        guard let root else { return nil }
        // Some write it of the entry, and some of the response.
        return ResponseOrigin(root, in: members)
            ?? root.member("response", in: members).flatMap { ResponseOrigin($0, in: members) }
    }

    /// Most recordings have none of the names.
    private static func mayName(_ members: Bytes) -> Bool {
        members.withUnsafeBytes { bytes in
            bytes.indices.contains { place in
                guard bytes[place] == UInt8(ascii: "_"), place + 2 < bytes.count else { return false }
                return bytes[place + 1] == UInt8(ascii: "f") || bytes[place + 1] == UInt8(ascii: "s")
            }
        }
    }
}
