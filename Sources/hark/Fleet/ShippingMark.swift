import Bytes
import Platform

/// A small file beside a session in the folder of sessions: its flows are shipped somewhere, and perhaps not all are
/// yet. The next start looks for it; what shipped the last flow removes it.
struct ShippingMark {
    static let ending = "-ship"

    let session: String
    private var path: String { session + Self.ending }

    init(of session: String) {
        self.session = session
    }

    /// - Parameter place: where the flows are shipped, as it was written.
    func set(_ place: String) {
        let file = LockedFiles.openFile(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        let bytes = Array(place.utf8)
        _ = bytes.withUnsafeBytes { SystemCall.write(file, $0.baseAddress, $0.count) }
        LockedFiles.closeFile(file)
    }

    func remove() { unlink(path) }

    /// The sessions of a folder whose flows were to be shipped to this place, the oldest first. Marks of sessions that
    /// are gone are removed.
    static func sessions(in folder: String, to place: String) -> [String] {
        var names: [String] = []
        guard let listing = opendir(folder) else { return [] }
        while let entry = readdir(listing) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { name in
                    String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        closedir(listing)
        return names.filter { $0.hasSuffix(".hark" + ending) }.sorted().compactMap { name in
            let mark = ShippingMark(of: folder + "/" + name.dropLast(ending.count))
            guard access(mark.session, F_OK) == 0 else {
                mark.remove()
                return nil
            }
            guard let text = SecretFile.read(mark.path), text.text == place else { return nil }
            return mark.session
        }
    }
}
