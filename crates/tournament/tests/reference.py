"""Prints what tests/comparisons.rs compares with: fastchess's formulas, with scipy's root finder.

    python3 -m venv venv && venv/bin/pip install scipy && venv/bin/python reference.py
"""

import math
from scipy.optimize import brentq
def penta(c):
    n=sum(c); s=[0,.25,.5,.75,1]
    m=sum(a*b for a,b in zip(s,c))/n; v=sum(b*(a-m)**2 for a,b in zip(s,c))/n
    elo=lambda x:-400*math.log10(1/x-1)
    e=1.959963984540054*math.sqrt(v/n)
    nelo=lambda x:(x-.5)/math.sqrt(2*v)*800/math.log(10)
    los=(1-math.erf(-(m-.5)/math.sqrt(2*v/n)))/2
    return elo(m),(elo(m+e)-elo(m-e))/2,nelo(m),(nelo(m+e)-nelo(m-e))/2,los
def reg(c): return [x if x else 1e-3 for x in c]
def mle(s,p,d):
    lo,hi=-1/max(d),-1/min(d)
    f=lambda x:sum(pi*di/(1+x*di) for pi,di in zip(p,d))
    x=brentq(f,lo+1e-13,hi-1e-13,xtol=1e-15)
    return [pi/(1+x*di) for pi,di in zip(p,d)]
def llr(c,e0,e1,norm):
    c=reg(c);n=sum(c);p=[x/n for x in c];s=[0,.25,.5,.75,1]
    def h(e):
        if not norm:
            m=1/(1+10**(-e/400)); return mle(s,p,[a-m for a in s])
        t=math.sqrt(2)*e/(800/math.log(10)); q=[.2]*5
        for _ in range(50):
            mu=sum(a*b for a,b in zip(s,q)); sg=math.sqrt(sum(b*(a-mu)**2 for a,b in zip(s,q)))
            q=mle(s,p,[a-.5-.5*t*sg*(1+((mu-a)/sg)**2) for a in s])
        return q
    p0,p1=h(e0),h(e1)
    return n*sum(pi*math.log(b/a) for pi,a,b in zip(p,p0,p1))
for c in ([2,21,60,35,7],[174,5044,11022,5384,168],[0,3,10,4,0]):
    print(c,[round(x,9) for x in penta(c)],round(llr(c,0,5,True),9),round(llr(c,0,5,False),9))
