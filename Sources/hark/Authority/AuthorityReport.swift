import Authority
import Bytes
import Platform
import Views

/// The authority as `hark ca` shows it: a few rows, or a JSON object with the same.
struct AuthorityReport {
    let facts: AuthorityFacts
    let folder: String
    let daysLeft: Int64
    private let places: [AskedPlace]

    init(_ store: AuthorityStore, _ authority: LocalAuthority) {
        facts = AuthorityFacts(authority.certificate)
        folder = store.folder
        daysLeft = facts.daysLeft(at: WallTime.seconds)
        places = TrustPlaces.all.map { $0.asked(about: authority.certificate, file: store.certificatePath) }
    }

    func show(asJSON: Bool) {
        if asJSON {
            Report.json { writer in
                writer.beginObject()
                writeMembers(to: &writer)
                writer.key("places")
                AskedPlace.write(places, to: &writer)
                writer.endObject()
            }
        } else {
            Report.lines { buffer in
                writeRows(to: &buffer)
                for (index, place) in places.enumerated() {
                    Self.row(index == 0 ? "trusted by" : "", "\(place.name): \(place.words)", to: &buffer)
                }
            }
        }
    }

    func writeRows(to buffer: inout LineBuffer) {
        buffer.ink(.strong) { $0.wire(facts.commonName) }
        buffer.newline()
        Self.row("subject", facts.subject, to: &buffer)
        buffer.row("key", facts.key)
        Self.row("fingerprint", "\(fingerprint) (SHA-256)", to: &buffer)
        let (first, last) = (facts.validity.lowerBound, facts.validity.upperBound)
        Self.row("valid", "\(CertificateTime.date(first)) to \(CertificateTime.date(last)), \(daysText)", to: &buffer)
        buffer.row("folder", folder)
    }

    /// A row that goes on beneath its beginning where the terminal ends; in a pipe a row is a line.
    private static func row(_ name: String, _ value: String, to buffer: inout LineBuffer) {
        guard let width = Report.width else { return buffer.row(name, value) }
        for (place, line) in WrappedText.lines(value, width: max(48, width - 15)).enumerated() {
            buffer.row(place == 0 ? name : "", line)
        }
    }

    /// In two halves where a terminal has no room for the whole.
    private var fingerprint: String {
        let text = facts.fingerprintText
        guard let width = Report.width, width < 15 + text.count else { return text }
        // 16 of the 32 bytes: two digits and a colon each.
        return "\(text.prefix(48)) \(text.dropFirst(48))"
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", facts.commonName)
        writer.member("subject", facts.subject)
        writer.member("serial", facts.serial)
        writer.member("key", facts.key)
        writer.member("fingerprint", facts.fingerprintText)
        writer.member("notBefore", facts.validity.lowerBound)
        writer.member("notAfter", facts.validity.upperBound)
        writer.member("daysLeft", daysLeft)
        writer.member("folder", folder)
    }

    private var daysText: String {
        daysLeft == 1 ? "1 day left" : "\(daysLeft) days left"
    }
}
