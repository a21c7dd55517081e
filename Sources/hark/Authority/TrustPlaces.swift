import Authority
import Bytes
import TLS

/// The places of this computer and this user that can trust an authority.
enum TrustPlaces {
    private static var home: String { Environment.value("HOME") ?? "/" }

    /// The system's store, where it is one that Hark knows.
    static var system: TrustPlace? { TrustPlace.ofSystem(home: home) }

    /// The databases of browsers that are there.
    static var databases: [TrustPlace] {
        NSSDatabases.find(home: home).map { .nss(folder: $0) }
    }

    /// Those, and the one that Chromium reads, if such a browser is installed: it may be made before the first run.
    static var databasesToBe: [TrustPlace] {
        #if os(macOS)
        return databases
        #else
        let shared = TrustPlace.nss(folder: NSSDatabases.sharedFolder(home: home))
        let found = databases
        let browsers = ["chromium", "chromium-browser", "google-chrome", "brave-browser", "microsoft-edge"]
        guard !found.contains(shared), browsers.contains(where: Programs.isInstalled) else { return found }
        return [shared] + found
        #endif
    }

    static var all: [TrustPlace] {
        (system.map { [$0] } ?? []) + databases
    }
}

extension TrustPlace {
    func asked(about certificate: Certificate, file: String) -> AskedPlace {
        if case .nss = self, !Programs.isInstalled("certutil") {
            return AskedPlace(name: text, verdict: .unknown(Programs.certutilIsMissing))
        }
        return AskedPlace(name: text, verdict: TrustCheck(certificate).isTrusted(by: self, file: file))
    }
}

extension AskedPlace {
    static func write(_ places: [AskedPlace], to writer: inout JSONWriter) {
        writer.beginArray()
        for place in places {
            writer.beginObject()
            writer.member("place", place.name)
            writer.member("verdict", place.verdict.name)
            if let detail = place.verdict.detail { writer.member("detail", detail) }
            writer.endObject()
        }
        writer.endArray()
    }
}
