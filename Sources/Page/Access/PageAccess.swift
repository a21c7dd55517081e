import Bytes

/// Who may ask: keys that open a session once, tokens that go with each request, tickets for one request of one path.
///
/// A value; whoever serves owns it. Moments are nanoseconds of the steady clock.
package struct PageAccess: Sendable {
    /// Outlives a restart, with the tokens that were made by it.
    private let secret: [UInt8]
    /// By the hash of the key, when it ends.
    private var keys: [[UInt8]: UInt64] = [:]
    /// By the hash of the ticket: its path, and when it ends.
    private var tickets: [[UInt8]: (target: String, end: UInt64)] = [:]
    /// Wrong ones in the second that began then.
    private var wrong: (since: UInt64, count: Int) = (0, 0)
    /// nil: no password opens it.
    let guests: PageGuests?
    private var passwords = PasswordTries()

    private static let second: UInt64 = 1_000_000_000
    private static let keyTime = 600 * second
    private static let ticketTime = 30 * second
    private static let mostWrong = 10
    private static let mostTickets = 256

    /// - Parameters:
    ///   - secret: 32 random bytes.
    ///   - guests: who is let in by a password; nil: no one.
    package init(secret: [UInt8], guests: PageGuests? = nil) {
        self.secret = secret
        self.guests = guests
    }

    func isMade(by secret: [UInt8]) -> Bool { KeyedHash.areEqual(secret, self.secret) }

    /// 256 random bits, in 43 characters of a URL.
    package static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return text((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Base64url without padding (RFC 4648 §5).
    private static func text(_ bytes: [UInt8]) -> String {
        String(Base64.encode(bytes).compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
    }

    // MARK: Keys

    /// A key for the printed URL.
    package mutating func makeKey(now: UInt64) -> String {
        let key = Self.random()
        keys[KeyedHash.hash(key.utf8, key: secret)] = now + Self.keyTime
        return key
    }

    /// Uses a key up, and gives a token for it.
    mutating func open(_ key: String, now: UInt64) throws(PageError) -> String {
        keys = keys.filter { $0.value > now }
        // Looked up by a hash with a secret: the time it takes tells nothing of the key.
        guard keys.removeValue(forKey: KeyedHash.hash(key.utf8, key: secret)) != nil else {
            throw refuse(
                """
                This key was used already, is older than 10 minutes, or is wrong. Hark prints a new one when it \
                starts.
                """, now)
        }
        return makeToken()
    }

    // MARK: Tokens

    /// What a token opens.
    package enum Scope: Sendable {
        /// Every route.
        case page
        /// `/mcp` only: for an agent, which is not to hold what opens the page.
        case agents
        /// What the password opens.
        case guest
    }

    package func makeToken(for scope: Scope = .page) -> String {
        let nonce = Self.random()
        return nonce + "." + Self.text(KeyedHash.hash(nonce.utf8, key: key(of: scope)))
    }

    /// One scope's token is none of the other's, as the keys differ.
    private func key(of scope: Scope) -> [UInt8] {
        switch scope {
        case .page: secret
        case .agents: KeyedHash.hash("agents".utf8, key: secret)
        // Another password, and the tokens of the former one are worth nothing.
        case .guest: KeyedHash.hash(Array("guest ".utf8) + (guests?.password ?? []), key: secret)
        }
    }

    private func isToken(_ text: String, for scope: Scope) -> Bool {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count < 200 else { return false }
        let right = Self.text(KeyedHash.hash(parts[0].utf8, key: key(of: scope)))
        return KeyedHash.areEqual(Array(right.utf8), Array(parts[1].utf8))
    }

    /// Which of these scopes the token in the value of Authorization has.
    ///
    /// The right one is never refused for the wrong ones: it is looked at first.
    @discardableResult
    mutating func check(
        _ authorization: Bytes?, for scopes: [Scope] = [.page], now: UInt64
    ) throws(PageError) -> Scope {
        guard let authorization else {
            throw guests == nil
                ? PageError(401, .token, "A token is required: hark page --token prints one.")
                : PageError(401, .password, "A password is required.")
        }
        let scheme: Bytes = "bearer "
        guard authorization.count > scheme.count,
            authorization.slice(0..<scheme.count).equalsIgnoringCase("bearer ")
        else { throw refuse("Authorization must be 'Bearer' and a token.", now) }
        let token = authorization.slice(scheme.count..<authorization.count).text
        guard let scope = scopes.first(where: { ($0 != .guest || guests != nil) && isToken(token, for: $0) }) else {
            throw refuse(
                guests == nil
                    ? "This token is wrong or was revoked. Open the page by the URL that Hark prints."
                    : "You are logged out. Enter the password again.", now)
        }
        return scope
    }

    // MARK: The password

    /// A token for the password.
    mutating func logIn(_ password: String, from source: String, now: UInt64) throws(PageError) -> String {
        guard let guests else {
            throw refuse("No password opens this page: Hark runs without --page-auth.", now)
        }
        let wait = passwords.wait(source, now: now)
        guard wait == 0 else {
            throw PageError(
                429, .tries, "Too many wrong passwords. Try again in \(wait) second\(wait == 1 ? "" : "s").")
        }
        // Hashed first: the time it takes tells neither the length nor how much of it was right.
        let given = KeyedHash.hash(password.utf8, key: secret)
        guard KeyedHash.areEqual(given, KeyedHash.hash(guests.password, key: secret)) else {
            passwords.fail(source, now: now)
            throw PageError(401, .password, "This password is wrong.")
        }
        passwords.succeed(source)
        return makeToken(for: .guest)
    }

    private mutating func refuse(_ text: String, _ now: UInt64) -> PageError {
        if now >= wrong.since + Self.second { wrong = (now, 0) }
        wrong.count += 1
        guard wrong.count <= Self.mostWrong else {
            return PageError(429, .tries, "There were more than 10 wrong tokens within a second. Wait a second.")
        }
        return PageError(401, guests == nil ? .token : .password, text)
    }

    // MARK: Tickets

    /// - Parameter target: path and query of the one request that it is for.
    mutating func makeTicket(_ target: String, now: UInt64) throws(PageError) -> String {
        tickets = tickets.filter { $0.value.end > now }
        guard tickets.count < Self.mostTickets else {
            throw PageError(429, .tries, "There are too many unused tickets.")
        }
        let ticket = Self.random()
        tickets[KeyedHash.hash(ticket.utf8, key: secret)] = (target, now + Self.ticketTime)
        let joint = target.contains("?") ? "&" : "?"
        return "\(target)\(joint)ticket=\(ticket)"
    }

    /// Uses a ticket up.
    mutating func redeem(_ ticket: String, for target: String, now: UInt64) throws(PageError) {
        let entry = tickets.removeValue(forKey: KeyedHash.hash(ticket.utf8, key: secret))
        guard let entry, entry.end > now else {
            throw refuse("This ticket was used already, or is older than 30 seconds.", now)
        }
        let joint = entry.target.contains("?") ? "&" : "?"
        guard target == "\(entry.target)\(joint)ticket=\(ticket)" else {
            throw refuse("This ticket is for another path.", now)
        }
    }
}
