import ArgumentParser
import Authority
import Dispatch
import HTTPModel
import Page
import Platform
import TLS

/// Where a page listens and whom it lets in: what the flags say of it, read before anything listens.
struct PageOpening: Sendable {
    let place: PagePlace
    let guests: PageGuests?
    /// nil on loopback, which nothing leaves.
    let tls: PageTLS?

    /// This computer only.
    static let standard = PageOpening(place: .standard, guests: nil, tls: nil)

    private init(place: PagePlace, guests: PageGuests?, tls: PageTLS?) {
        self.place = place
        self.guests = guests
        self.tls = tls
    }

    /// Fails with a sentence and an exit code.
    init(_ place: PagePlace, _ login: PageLoginOptions, _ authority: AuthorityOptions) throws {
        self.init(
            place: place, guests: try login.guests(), tls: place.isLocal ? nil : try Self.tls(authority))
    }

    /// With a certificate of Hark's CA for each address, made when it is first asked for.
    private static func tls(_ options: AuthorityOptions) throws -> PageTLS {
        ResourceLimits.forbidCoreDumps()
        let authority = try AuthorityAccess.attempt { () throws(AuthorityError) in
            try options.store().loadOrMake(now: WallTime.seconds)
        }
        let work = DispatchQueue(label: "hark.page.certificates")
        let leaves = LeafCache<Identity>(
            mint: LeafMint(authority: authority), capacity: 16, now: { WallTime.seconds },
            execute: { errand in work.async(execute: DispatchWorkItem(block: errand)) },
            prepare: { leaf throws(AuthorityError) in
                do throws(TLSError) {
                    return try Identity(chain: [leaf.certificate], key: leaf.key)
                } catch {
                    throw AuthorityError(.cannotMint, leaf.name.text, detail: error.text)
                }
            })
        do throws(TLSError) {
            return PageTLS(context: try TLSContext(serverWith: ["http/1.1"])) { host, deliver in
                guard let name = try? LeafName(host) else { return deliver(nil) }
                leaves.leaf(for: name) { deliver(try? $0.get()) }
            }
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(EX_CONFIG)
        }
    }
}
