import Bytes
import TLS

/// However the records of a ClientHello are cut, it is the same one, or the same error at the same place within the
/// bytes.
enum HelloTarget {
    private enum Found: Equatable {
        case hello(ClientHello)
        case error(ClientHelloError)
        case more
    }

    static func run(_ input: Bytes) {
        let whole = read(input, ends: [input.count])
        let cut = input.count == 0 ? 0 : Int(input.reduce(0) { $0 &* 31 &+ UInt32($1) }) % (input.count + 1)
        check(read(input, ends: [cut, input.count]) == whole, "cut at \(cut) it is another")
        if input.count <= 512 {
            check(read(input, ends: Array(0...input.count)) == whole, "byte by byte it is another")
        }
        switch whole {
        case .hello(let hello):
            check(hello.message.count <= input.count, "the message is longer than the stream")
            check(hello.extensions.reduce(0) { $0 + $1.data.count } <= hello.message.count, "extensions overlap")
        case .error(let error): check((0...input.count).contains(error.offset), "an error is out of place")
        case .more: break
        }
    }

    private static func read(_ input: Bytes, ends: [Int]) -> Found {
        var reader = ClientHelloReader()
        do throws(ClientHelloError) {
            for end in ends {
                let hello = try input.slice(0..<end).withSpan { span throws(ClientHelloError) in try reader.read(span) }
                if let hello { return .hello(hello) }
            }
        } catch {
            return .error(error)
        }
        return .more
    }
}
